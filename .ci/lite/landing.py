TITLE = "Mistake-driven learning"


def write(live):
    pass
