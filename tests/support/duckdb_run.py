"""Carries SQL out in DuckDB, as a person at an engine without a driver would.

usage: duckdb_run.py LIBRARY [DATABASE] <statements

All statements are carried out in turn; one that fails ends the run."""
import ctypes
import sys


def main():
    duck = ctypes.CDLL(sys.argv[1])
    database, connection = ctypes.c_void_p(), ctypes.c_void_p()
    path = sys.argv[2].encode() if len(sys.argv) > 2 else None
    if duck.duckdb_open(path, ctypes.byref(database)) != 0:
        sys.exit("the database cannot be opened")
    if duck.duckdb_connect(database, ctypes.byref(connection)) != 0:
        sys.exit("no connection")
    failed = duck.duckdb_query(connection, sys.stdin.read().encode(), None) != 0
    duck.duckdb_disconnect(ctypes.byref(connection))
    duck.duckdb_close(ctypes.byref(database))
    if failed:
        sys.exit("a statement failed")


main()
