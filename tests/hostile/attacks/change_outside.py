"""Change files without opening them: length, permissions, times, extended attributes."""
import json, os, sys
P = json.loads(sys.argv[1])
path = os.path.join(P["home"], ".bashrc")
for name, change in (("chmod", lambda: os.chmod(path, 0o777)), ("truncate", lambda: os.truncate(path, 1)),
                     ("utime", lambda: os.utime(path, (1, 1))), ("setxattr", lambda: os.setxattr(path, "user.pwned", b"1"))):
    try:
        change()
        print("done", name)
    except OSError as e:
        print("denied", name, e.strerror)
