def write(live):
    pass
