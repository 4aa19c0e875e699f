"""A whole term, from the first exercise to the exports: nothing is lost, whatever is killed."""
