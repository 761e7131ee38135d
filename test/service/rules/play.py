"""Plays the rules of the interface against running services: the standard library alone, nothing of the program.

Reads JSON from standard input: a list of {"url", "steps"}. Writes JSON: for each, a list of what was not as expected.
"""

import email.parser
import http.client
import json
import re
import sys
from urllib.parse import urlsplit

MISSING = object()
KINDS = {"integer": int, "string": str, "object": dict, "array": list}


def encode(step):
    """The body of a call and its content type; with files as multipart/mixed, written by hand."""
    if step.get("raw") is not None:
        return step["raw"].encode(), step.get("contentType", "application/json")
    payload = json.dumps(step["body"]).encode()
    if not step.get("files"):
        return payload, step.get("contentType", "application/json")
    boundary = "the-boundary-of-python"
    parts = [({"name": "payload"}, "application/json", payload)]
    for file in step["files"]:
        names = {"name": file["name"], "filename": file.get("filename", file["name"])}
        kind = file.get("type", "application/octet-stream")
        parts.append((names, kind, file.get("text", "content").encode()))
    lines = []
    for names, kind, content in parts:
        disposition = "".join(f'; {key}="{value}"' for key, value in names.items())
        head = f"--{boundary}\r\nContent-Disposition: form-data{disposition}\r\nContent-Type: {kind}\r\n\r\n"
        lines.append(head.encode() + content + b"\r\n")
    body = b"".join(lines) + f"--{boundary}--\r\n".encode()
    checked(body, boundary, len(parts))
    return body, step.get("contentType", f"multipart/mixed; boundary={boundary}")


def checked(body, boundary, count):
    """Python's own parser of mail must read what is sent."""
    head = f"Content-Type: multipart/mixed; boundary={boundary}\r\n\r\n".encode()
    message = email.parser.BytesParser().parsebytes(head + body)
    assert len(message.get_payload()) == count and not message.defects


def call(connection, step):
    """Makes a call and gives its answer as one object."""
    body, content_type = encode(step)
    headers = {"Content-Type": content_type, **step.get("headers", {})}
    if step["token"] is not None:
        headers.setdefault("Authorization", f"Bearer {step['token']}")
    connection.request(step["method"], step["path"], body, {key: value for key, value in headers.items() if value})
    response = connection.getresponse()
    text = response.read().decode()
    answer = json.loads(text) if text else {}
    names = {key.lower(): value for key, value in response.getheaders()}
    return {"status": response.status, "headers": names, "body": answer, **answer}


def at(value, path):
    """What is at a path; numbers are places in a list, -1 the last."""
    for name in path.split("."):
        if isinstance(value, list) and re.fullmatch(r"-?\d+", name) and -len(value) <= int(name) < len(value):
            value = value[int(name)]
        elif isinstance(value, dict) and name in value:
            value = value[name]
        else:
            return MISSING
    return value


def same(found, wanted):
    """Equality that does not take True for 1."""
    return json.dumps(found, sort_keys=True) == json.dumps(wanted, sort_keys=True)


def fits(found, wanted):
    """Whether what is found is what is wanted."""
    if isinstance(wanted, dict) and len(wanted) == 1:
        ((word, value),) = wanted.items()
        if word == "absent":
            return found is MISSING
        if found is MISSING:
            return False
        if word == "like":
            return isinstance(found, str) and re.search(value, found) is not None
        if word == "not":
            return not same(found, value)
        if word == "size":
            return len(found) == value
        if word == "keys":
            return sorted(found) == sorted(value)
        if word == "type":
            return isinstance(found, KINDS[value]) and not isinstance(found, bool)
    return found is not MISSING and same(found, wanted)


def inspect(connection):
    """What the service holds."""
    connection.request("GET", "/inspect.json")
    return json.loads(connection.getresponse().read())


def play(rule):
    """The findings about one rule; none: it is kept."""
    address = urlsplit(rule["url"])
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=20)
    findings = []
    for number, step in enumerate(rule["steps"], 1):
        answer = call(connection, step)
        held = None
        for path, wanted in step["expected"].items():
            if path.startswith("@"):
                held = held or inspect(connection)
            found = at(held, path[1:]) if path.startswith("@") else at(answer, path)
            if not fits(found, wanted):
                shown = "nothing" if found is MISSING else json.dumps(found)
                said = answer.get("rtn", {}).get("msg")
                findings.append(f"call {number}: {path} is {shown}, not {json.dumps(wanted)} (it said: {said})")
    connection.close()
    return findings


json.dump([play(rule) for rule in json.load(sys.stdin)], sys.stdout)
