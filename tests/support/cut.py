"""A connection that is lost: hands on what a client and a server say, and cuts at a chosen word.

usage: cut.py LISTEN SERVER NUMBER before|after OWNER

LISTEN is a port or the path of a socket to be made, SERVER a port or the path of one that is there.
The NUMBER-th piece that a client sends, counted over all connections, is the end: `before` it is
handed on, or `after` that and before the answer, all connections are closed for good.  0: never.
The number of pieces so far stands in the file LISTEN.n, or PORT.n.  It ends when OWNER has ended.
"""
import os
import select
import socket
import sys

listen, server, number, where, owner = sys.argv[1:]
number, owner = int(number), int(owner)


def address(text):
    return ("127.0.0.1", int(text)) if text.isdigit() else text


def new_socket(text):
    return socket.socket(socket.AF_INET if text.isdigit() else socket.AF_UNIX)


def alive():
    try:
        os.kill(owner, 0)
    except OSError:
        return False
    return True


door = new_socket(listen)
if listen.isdigit():
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
door.bind(address(listen))
door.listen(64)
pairs, said = {}, 0


def tell():
    with open(listen + ".n", "w") as out:
        out.write(str(said))


def close(one):
    other = pairs.pop(one)
    pairs.pop(other, None)
    one.close()
    other.close()


def cut():
    door.close()
    for one in list(pairs):
        if one in pairs:
            close(one)
    sys.exit(0)


tell()
clients = set()
while alive():
    ready, _, _ = select.select([door, *pairs], [], [], 0.5)
    for one in ready:
        if one is door:
            client = door.accept()[0]
            there = new_socket(server)
            there.connect(address(server))
            pairs[client], pairs[there] = there, client
            clients.add(client)
            continue
        if one not in pairs:
            continue
        try:
            data = one.recv(1 << 20)
        except OSError:
            data = b""
        if not data:
            close(one)
            continue
        if one in clients:
            said += 1
            tell()
            if said == number and where == "before":
                cut()
        try:
            pairs[one].sendall(data)
        except OSError:
            close(one)
            continue
        if one in clients and said == number:
            cut()
