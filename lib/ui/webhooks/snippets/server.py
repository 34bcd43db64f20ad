import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer

from verify import verify


class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            verify(os.environ["WEBHOOK_SECRET"], self.headers, body)
        except ValueError:
            self.send_response(401)
            self.end_headers()
            return
        self.send_response(204)
        self.end_headers()
        event = json.loads(body)
        print(self.headers["webhook-id"], event["type"], flush=True)


HTTPServer(("", int(os.environ["PORT"])), Hook).serve_forever()
