"""Try to break out of a sandbox in two ways, and to open a terminal and a port; say what worked.

canary.py FILE PORT
"""

import os
import socket
import sys


def main():
    print("started")
    try:
        with open(sys.argv[1], "rb") as planted:
            print("read", planted.read().decode())
    except OSError:
        pass  # As it should be.
    try:
        socket.create_connection(("127.0.0.1", int(sys.argv[2])), 1).close()
        print("connected")
    except OSError:
        pass  # As it should be.
    try:
        os.openpty()
        print("terminal")
    except OSError:
        pass  # Programs of the terminal cannot be tested here.
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(server.getsockname(), 1).close()
        print("port")
    except OSError:
        pass  # Nor can servers.


if __name__ == "__main__":
    main()
