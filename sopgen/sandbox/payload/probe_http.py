"""Start a server, ask it for one path, end it, and leave start.json.

probe_http.py --report FOLDER --port PORT --path PATH -- PROGRAM ARGUMENT...
"""

import http.client
import subprocess
import sys
import tempfile
import time

from _started import LONGEST, arguments, end_group, leave, project_environment, shell_code

PATIENCE = 15
PAUSE = 0.05


def main():
    asked, argv = arguments("report", "port", "path")
    with tempfile.TemporaryFile() as log:
        try:
            server = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=dict(project_environment(), PORT=asked.port, PYTHONUNBUFFERED="1"),
                start_new_session=True,
            )
        except OSError as error:
            leave(asked.report, error=f"cannot start {argv[0]}: {error.strerror}")
            return 127
        found = wait_for(server, int(asked.port), asked.path)
        code = server.poll()
        end(server)
        log.seek(0)
        output = log.read().decode("utf-8", "replace")
    sys.stdout.write(output)
    ended = shell_code(code) if code is not None else None
    leave(asked.report, exit_code=ended, output=output, **found)
    return 1 if found["error"] else 0


def wait_for(server, port, path):
    """Ask until there is an answer, the server ends, or patience does."""
    end = time.monotonic() + PATIENCE
    problem = f"nothing listens on port {port}"
    while time.monotonic() < end:
        try:
            return dict(ask(port, path), error="")
        except ConnectionRefusedError:
            pass  # It is not up yet.
        except (OSError, http.client.HTTPException) as error:
            problem = f"{type(error).__name__}: {error}"
        code = server.poll()
        if code is not None:
            return {"error": f"the server ended with {shell_code(code)} before it answered"}
        time.sleep(PAUSE)
    return {"error": f"no answer within {PATIENCE} seconds: {problem}"}


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return {"status": answer.status, "body": answer.read(LONGEST).decode("utf-8", "replace")}
    finally:
        connection.close()


def end(server):
    server.terminate()
    try:
        server.wait(2)
    except subprocess.TimeoutExpired:
        pass  # Killed below with its group.
    end_group(server.pid)
    server.wait()


if __name__ == "__main__":
    sys.exit(main())
