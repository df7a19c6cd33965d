"""A store of objects on loopback: moto's server of S3, which counts requests.

  Tests/Spark/objects.py PORT

GET /counts answers with the numbers of requests and bytes since it was asked before.
"""

import collections
import json
import sys
import threading

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple

store = DomainDispatcherApplication(create_backend_app)
counts, lock = collections.Counter(), threading.Lock()


def counted(environment, start):
    if environment["PATH_INFO"] == "/counts":
        with lock:
            body = json.dumps(counts).encode()
            counts.clear()
        start("200 OK", [("Content-Length", str(len(body)))])
        return [body]
    method = environment["REQUEST_METHOD"]

    def add(**values):
        with lock:
            counts.update(values)

    def started(status, headers, *rest):
        sent = sum(int(value) for name, value in headers if name.lower() == "content-length")
        add(bytesSent=sent if method == "GET" else 0)
        return start(status, headers, *rest)

    received = environment.get("HTTP_X_AMZ_DECODED_CONTENT_LENGTH") or environment.get("CONTENT_LENGTH") or 0
    add(requests=1, bytesReceived=int(received))
    return store(environment, started)


run_simple("127.0.0.1", int(sys.argv[1]), counted, threaded=True)
