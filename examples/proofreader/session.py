"""One job's conversation with the model: its tool calls are carried out until it asks for none.

The model is reached at ANTHROPIC_BASE_URL, which is the hall's gateway: it meters the job that `x-guild-job` names.
"""

import http.client
import json
import os
import socket
import threading
import time
from urllib.parse import urlsplit

from prompt import POSTURE, TOOLS

DEFAULT_MODEL = "claude-sonnet-5-5"
MAX_ANSWER_BYTES = 16 * 1024 * 1024
# A hall that is restarted listens at the same address again, so a request that found none is sent again for so long.
RETRY_SECONDS = 300


class Stopped(Exception):
    """The job was cancelled."""


class Session:
    def __init__(self, jobs, job_id):
        self.jobs = jobs
        self.job_id = job_id
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.socket = None

    def run(self):
        meta = self.jobs.find(self.job_id)
        limits = meta["limits"]
        deadline = time.monotonic() + limits["maxSeconds"]
        messages = [{"role": "user", "content": self.jobs.read(self.job_id, "task.md")}]
        for _ in range(int(limits["maxTurns"])):
            said = self.ask(meta["model"] or DEFAULT_MODEL, messages, deadline)
            calls = [block for block in said if block.get("type") == "tool_use"]
            if not calls:
                self.close(said)
                return
            results = [self.carry_out(call) for call in calls]
            messages += [{"role": "assistant", "content": said}, {"role": "user", "content": results}]
        raise RuntimeError("The job used up its turns without coming to an end.")

    def stop(self):
        """Wakes the thread that waits for the model, by shutting its connection down."""
        with self.lock:
            self.stopped.set()
            if self.socket is not None:
                shut_down(self.socket)

    def close(self, said):
        """Takes the last words for the result of a job that submitted none."""
        if self.jobs.read(self.job_id, "result.md") is not None:
            return
        last = "".join(block.get("text", "") for block in said)
        if not last.strip():
            raise RuntimeError("The session ended without a result.")
        self.jobs.keep(self.job_id, "result.md", last)

    def carry_out(self, call):
        problem = None
        try:
            self.act(call.get("name"), call.get("input") or {})
        except (ValueError, OSError) as error:
            problem = str(error)
        return {
            "type": "tool_result",
            "tool_use_id": call.get("id"),
            "content": problem or "Noted.",
            "is_error": problem is not None,
        }

    def act(self, name, given):
        if name == "update_summary":
            self.jobs.keep(self.job_id, "status.md", text_of(given, "summary"))
        elif name == "log_question":
            self.jobs.add_question(self.job_id, text_of(given, "question"))
        elif name == "record_decision":
            fields = ("question", "decision", "reasoning")
            self.jobs.add_decision(self.job_id, {field: text_of(given, field) for field in fields})
        elif name == "submit_result":
            for artifact in given.get("artifacts") or []:
                path = safe_path(text_of(artifact, "path"))
                self.jobs.keep(self.job_id, f"artifacts/{path}", text_of(artifact, "content"))
            self.jobs.keep(self.job_id, "result.md", text_of(given, "output"))
        else:
            raise ValueError(f"There is no tool {name}.")

    def ask(self, model, messages, deadline):
        config = json.loads(self.jobs.read(self.job_id, "config.json"))
        system = POSTURE.format(language=config.get("language", "the language that it is written in"))
        order = {"model": model, "max_tokens": 8192, "system": system, "tools": TOOLS, "messages": messages}
        body = json.dumps(order).encode()
        pause, gives_up = 1, min(deadline, time.monotonic() + RETRY_SECONDS)
        while True:
            status, retries, text = self.send(body, deadline)
            if status == 200:
                return json.loads(text)["content"]
            if not retries or time.monotonic() + pause > gives_up:
                raise RuntimeError(f"The model could not be asked ({status}): {text[:500]}")
            if self.stopped.wait(pause):
                raise Stopped
            pause = min(pause * 2, 15)

    def send(self, body, deadline):
        """Returns the status (0: nobody answered), whether the request may be sent again, and the text."""
        left = deadline - time.monotonic()
        if left <= 0:
            raise RuntimeError("The job used up its time.")
        connection = connect(left)
        try:
            connection.connect()
            self.hold(connection.sock)
            connection.request("POST", f"{base_url().path.rstrip('/')}/v1/messages", body, headers_for(self.job_id))
            answer = connection.getresponse()
            text = answer.read(MAX_ANSWER_BYTES).decode("utf-8", "replace")
            decisive = answer.getheader("x-should-retry") == "false"
            return answer.status, not decisive and (answer.status in (408, 429) or answer.status >= 500), text
        except (OSError, http.client.HTTPException) as error:
            if self.stopped.is_set():
                raise Stopped from None
            return 0, True, str(error)
        finally:
            self.hold(None)
            connection.close()

    def hold(self, connected):
        with self.lock:
            self.socket = connected
            if connected is not None and self.stopped.is_set():
                raise Stopped


def base_url():
    return urlsplit(os.environ.get("ANTHROPIC_BASE_URL", "https://api.anthropic.com"))


def connect(seconds):
    url = base_url()
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    return kind(url.hostname, url.port, timeout=min(seconds, 600))


def headers_for(job_id):
    key, token = os.environ.get("ANTHROPIC_API_KEY"), os.environ.get("ANTHROPIC_AUTH_TOKEN")
    if not key and not token:
        raise RuntimeError("There is no ANTHROPIC_API_KEY and no ANTHROPIC_AUTH_TOKEN.")
    credential = {"x-api-key": key} if key else {"authorization": f"Bearer {token}"}
    return {
        **credential,
        "content-type": "application/json",
        "anthropic-version": "2023-06-01",
        "x-guild-job": job_id,
    }


def shut_down(connected):
    try:
        connected.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # it was closed meanwhile


def text_of(given, field):
    value = given.get(field) if isinstance(given, dict) else None
    if not isinstance(value, str):
        raise ValueError(f"{field}: expected a text")
    return value


def safe_path(path):
    """The model chooses the name, so it is held below the job's own directory."""
    parts = path.split("/")
    if "\\" in path or "\0" in path or any(part in ("", ".", "..") for part in parts):
        raise ValueError(f"path: expected a relative path without . and .., and not {path[:80]!r}")
    return path
