"""The steps of the theorems, proved for all inputs."""
