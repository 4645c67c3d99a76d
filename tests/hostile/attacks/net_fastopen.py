"""Connect by sending: TCP fast open and multipath TCP pass by a check of connect alone."""
import json, socket, sys
P = json.loads(sys.argv[1])
where = ("127.0.0.1", P["loop_port"])
message = ("PWNED " + P["marker"] + "\n").encode()
try:
    s = socket.socket(); s.settimeout(2)
    s.sendto(message, 0x20000000, where)
    print("fast open sent")
except OSError as e:
    print("denied fast open", e)
try:
    s = socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262); s.settimeout(2)
    s.connect(where); s.sendall(message)
    print("multipath sent")
except OSError as e:
    print("denied multipath", e)
