"""JSON-RPC 2.0 without a transport: from the bytes of a body to the bytes of its reply."""

import json
import sys

PARSE, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603


class Refused(Exception):
    """An expected "no": a code of JSON-RPC and a sentence for people."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def answer(body, methods):
    """Returns the reply to a body, or None if the body holds notifications alone."""
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=refuse_constant)
    except (ValueError, RecursionError):  # not UTF-8, not JSON, or nested too deeply to be read
        return encode(failure(None, Refused(PARSE, "The body is not JSON in UTF-8.")))
    if not isinstance(value, list):
        return encode(answer_one(value, methods))
    if not value:
        return encode(failure(None, Refused(INVALID_REQUEST, "The batch is empty.")))
    return encode([reply for reply in (answer_one(each, methods) for each in value) if reply is not None] or None)


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


def answer_one(request, methods):
    if not is_request(request):
        return failure(id_of(request), Refused(INVALID_REQUEST, "This is not a JSON-RPC request."))
    if "id" not in request:
        return None  # a notification is not carried out either: its caller would never learn the job's id
    try:
        return {"jsonrpc": "2.0", "id": id_of(request), "result": carry_out(request, methods)}
    except Refused as refused:
        return failure(id_of(request), refused)
    except Exception as error:  # noqa: BLE001 - a fault of this member must not end it
        print(f"{request['method']}: {error!r}", file=sys.stderr, flush=True)
        return failure(id_of(request), Refused(INTERNAL, "The member failed; its log says why."))


def is_request(value):
    return isinstance(value, dict) and value.get("jsonrpc") == "2.0" and isinstance(value.get("method"), str)


def carry_out(request, methods):
    method = methods.get(request["method"])
    if method is None:
        raise Refused(UNKNOWN_METHOD, f"There is no method {request['method'][:80]!r}.")
    params = request.get("params", {})
    if not isinstance(params, dict):
        raise Refused(INVALID_PARAMS, "params: expected an object")
    return method(params)


def id_of(request):
    found = request.get("id") if isinstance(request, dict) else None
    is_whole = isinstance(found, int) and not isinstance(found, bool)
    return found if is_whole or isinstance(found, str) else None


def failure(request_id, refused):
    return {"jsonrpc": "2.0", "id": request_id, "error": {"code": refused.code, "message": str(refused)}}


def encode(reply):
    return None if reply is None else json.dumps(reply).encode("ascii")
