"""Serves the proofreader on loopback: one endpoint, /mcp, that takes JSON-RPC over HTTP.

Only programs of this machine get in, and only with the secret that the hall gave to this process.
"""

import argparse
import hmac
import os
import socketserver
import sys
from http.server import BaseHTTPRequestHandler

from jobs import Jobs
from methods import Methods
from queue_of_jobs import JobQueue
from rpc import answer

MAX_BODY_BYTES = 4 * 1024 * 1024


class Server(socketserver.ThreadingTCPServer):
    """A thread for each connection.

    It is not http.server.HTTPServer, because that one looks its own host name up before it listens, which can take
    half a minute on a machine without a name server.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port, secret, methods):
        super().__init__(("127.0.0.1", port), Handler)
        self.port = self.server_address[1]
        self.secret = secret
        self.methods = methods


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        body = self.read_body()
        if body is None:
            return
        refused = self.refusal()
        if refused is not None:
            self.reply(refused)
            return
        said = answer(body, self.server.methods)
        self.reply(202 if said is None else 200, said)

    def refuse_method(self):
        self.close_connection = True
        self.reply(self.refusal() or 405)

    do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = refuse_method

    def read_body(self):
        """Returns the body, or None if this request was answered because of its size.

        A small body is read even if its caller is refused afterwards: closing a connection with unread bytes would
        take the answer away from the caller.
        """
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit():
            self.close_connection = True
            self.reply(self.refusal() or 411)
            return None
        if len(length) > 9 or int(length) > MAX_BODY_BYTES:
            self.close_connection = True
            self.reply(self.refusal() or 413)
            return None
        return self.rfile.read(int(length))

    def refusal(self):
        """Returns the status that refuses this caller, or None if the caller may ask."""
        own = [f"{name}:{self.server.port}" for name in ("127.0.0.1", "localhost", "[::1]")]
        if self.headers.get("Host", "").lower() not in own:
            return 403
        origin = self.headers.get("Origin")
        if origin is not None and origin not in [f"http://{host}" for host in own]:
            return 403
        if self.server.secret is not None:
            given = self.headers.get("Authorization", "").encode("utf-8", "replace")
            if not hmac.compare_digest(given, f"Bearer {self.server.secret}".encode()):
                return 401
        return None if self.path == "/mcp" else 404

    def reply(self, status, body=None):
        self.send_response(status)
        if body is not None:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body or b"")))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if body and self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        """Prints nothing for a request: what is asked may be private."""


def main():
    parser = argparse.ArgumentParser(description="The proofreader, a guild member.")
    parser.add_argument("--port", type=int, required=True, help="0 takes any free port")
    port = parser.parse_args().port
    secret = os.environ.get("GUILD_MEMBER_SECRET")
    if secret == "":
        sys.exit("GUILD_MEMBER_SECRET is empty. Unset it, or set a secret.")
    jobs = Jobs(os.path.join(os.getcwd(), "jobs"))
    queue = JobQueue(jobs, int(os.environ.get("GUILD_MEMBER_SLOTS", "1")))
    server = Server(port, secret, Methods(jobs, queue).table())
    # The hall reads the address from the first line.
    print(f"http://127.0.0.1:{server.port}/mcp", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
