"""wire_lib.py - TAP lines for the tests of PostgreSQL's clients."""


def check(name, holds):
    print(("ok - " if holds else "not ok - ") + name, flush=True)


def fails(kind, call):
    """The exception of that kind that a call ends with."""
    try:
        call()
    except kind as e:
        return e
    raise AssertionError("it did not fail")
