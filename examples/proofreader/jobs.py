"""The jobs of this member: a directory of readable files for each, and what is noted of all of them in memory.

An end is final: nothing is written to a job that has ended. What a caller is told is on the disk first.
"""

import json
import os
import re
import shutil
import sys
import threading
import uuid
from datetime import datetime, timezone

LOST = "The member ended while this job was at work."


class Jobs:
    def __init__(self, root):
        self.root = root
        self.lock = threading.RLock()
        os.makedirs(root, exist_ok=True)
        self.metas = dict(self.load())
        for meta in list(self.metas.values()):
            if meta["status"] == "running" and meta["begun"]:
                self.end(meta["jobId"], "failed", LOST)

    def load(self):
        for name in sorted(os.listdir(self.root)):
            if name.startswith("."):  # a job that was not yet taken, or that was being deleted
                shutil.rmtree(self.path(name), ignore_errors=True)
                continue
            try:
                yield name, {**json.loads(self.read(name, "meta.json")), "jobId": name}
            except (OSError, ValueError, TypeError) as error:
                print(f"jobs/{name} cannot be read and is left alone: {error}", file=sys.stderr, flush=True)

    def path(self, *names):
        return os.path.join(self.root, *names)

    def create(self, description, task, config, about):
        """Returns the job's id, and whether it is new: one commission is one job, however often it is sent."""
        with self.lock:
            for meta in self.metas.values():
                if about["commission"] is not None and meta["commission"] == about["commission"]:
                    return meta["jobId"], False
            job_id = str(uuid.uuid4())
            meta = {
                "version": 1,
                "jobId": job_id,
                "status": "running",
                "description": description,
                **about,
                "begun": False,
                "error": None,
                "startedAt": now(),
                "completedAt": None,
            }
            draft = self.path(f".new-{job_id}")
            os.mkdir(draft)
            write(os.path.join(draft, "task.md"), task)
            write(os.path.join(draft, "config.json"), json.dumps(config))
            write(os.path.join(draft, "meta.json"), json.dumps(meta))
            os.rename(draft, self.path(job_id))
            sync_directory(self.root)
            self.metas[job_id] = meta
            return job_id, True

    def all(self):
        with self.lock:
            return list(self.metas.values())

    def find(self, job_id):
        with self.lock:
            return self.metas.get(job_id)

    def waiting(self):
        """The jobs that had not begun when the member ended, in the order they came."""
        found = [meta for meta in self.all() if meta["status"] == "running"]
        return [meta["jobId"] for meta in sorted(found, key=lambda meta: meta["startedAt"])]

    def begin(self, job_id):
        """Returns False if the job was cancelled before its turn came."""
        return self.change(job_id, begun=True)

    def end(self, job_id, status, error=None):
        self.change(job_id, status=status, error=error, completedAt=now())

    def change(self, job_id, **fields):
        with self.lock:
            meta = self.metas.get(job_id)
            if meta is None or meta["status"] != "running":
                return False
            changed = {**meta, **fields}
            write(self.path(job_id, "meta.json"), json.dumps(changed))
            self.metas[job_id] = changed
            return True

    def remove(self, job_id):
        """Returns False if another caller removed it first."""
        with self.lock:
            if self.metas.pop(job_id, None) is None:
                return False
            gone = self.path(f".deleted-{job_id}")
            os.rename(self.path(job_id), gone)
            sync_directory(self.root)
        shutil.rmtree(gone, ignore_errors=True)
        return True

    def read(self, job_id, name):
        try:
            with open(self.path(job_id, *name.split("/")), encoding="utf-8", newline="") as file:
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def keep(self, job_id, name, text):
        with self.lock:
            meta = self.metas.get(job_id)
            if meta is None or meta["status"] != "running":
                return
            path = self.path(job_id, *name.split("/"))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            write(path, text)

    def questions(self, job_id):
        return parse_questions(self.read(job_id, "questions.md") or "")

    def add_question(self, job_id, question):
        self.keep(job_id, "questions.md", format_questions([*self.questions(job_id), question]))

    def decisions(self, job_id):
        return json.loads(self.read(job_id, "decisions.json") or "[]")

    def add_decision(self, job_id, decision):
        self.keep(job_id, "decisions.json", json.dumps([*self.decisions(job_id), decision]))

    def artifacts(self, job_id):
        """Paths relative to the job's directory."""
        top = self.path(job_id, "artifacts")
        found = [os.path.join(base, name) for base, _, names in os.walk(top) for name in names]
        return sorted(os.path.relpath(path, self.path(job_id)).replace(os.sep, "/") for path in found)


def format_questions(questions):
    quoted = ["\n".join(f"> {line}" for line in question.split("\n")) for question in questions]
    return "\n".join(["# Questions\n", *(f"## Question {n}\n\n{text}\n" for n, text in enumerate(quoted, 1))])


def parse_questions(text):
    questions = []
    for line in text.split("\n"):
        if re.fullmatch(r"## Question \d+", line):
            questions.append([])
        elif line.startswith(">") and questions:
            questions[-1].append(line[2:] if line.startswith("> ") else line[1:])
    return ["\n".join(lines) for lines in questions]


def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write(path, text):
    """Replaces a file as a whole: after a crash it is the old one or the new one, never a part of either."""
    draft = f"{path}.draft"
    with open(draft, "wb") as file:
        file.write(text.encode("utf-8", "replace"))
        file.flush()
        os.fsync(file.fileno())
    os.replace(draft, path)
    sync_directory(os.path.dirname(path))


def sync_directory(path):
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
