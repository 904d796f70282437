"""The methods that this member knows: the handshake of MCP, and worker/* as docs/protocol.md describes it."""

import fnmatch
import json
import re

from rpc import INVALID_PARAMS, Refused

WORKER = "dev.guild-hall/worker"
JOB = "dev.guild-hall/job"
MAX_CONFIG_BYTES = 64 * 1024
# The same as in guild-member.json. The budget is left to the hall, whose gateway knows what an answer costs.
OWN_LIMITS = {"maxTurns": 10, "maxSeconds": 900}


class Methods:
    def __init__(self, jobs, queue):
        self.jobs = jobs
        self.queue = queue

    def table(self):
        return {
            "initialize": lambda _: GREETING,
            "tools/list": lambda _: {"tools": []},
            "worker/dispatch": self.dispatch,
            "worker/list": self.list,
            "worker/status": self.status,
            "worker/result": self.result,
            "worker/cancel": self.cancel,
            "worker/delete": self.delete,
            "worker/artifact": self.artifact,
        }

    def dispatch(self, params):
        description = text_in(params, "description", 1000)
        task = text_in(params, "task", 256 * 1024)
        config = config_in(params)
        about = job_meta_in(params)
        job_id, is_new = self.jobs.create(description, task, config, about)
        if is_new:
            self.queue.add(job_id)
        return {"jobId": job_id}

    def list(self, params):
        detail = params.get("detail", "simple")
        if detail not in ("simple", "detailed"):
            raise bad('detail: expected "simple" or "detailed"')
        matches = matcher_of(params)
        found = [meta for meta in self.jobs.all() if matches(meta["description"])]
        return {"jobs": [self.listed(meta, detail) for meta in found]}

    def listed(self, meta, detail):
        short = {"jobId": meta["jobId"], "status": meta["status"]}
        if detail == "simple":
            return short
        return {**short, "description": meta["description"], "summary": self.jobs.read(meta["jobId"], "status.md")}

    def status(self, params):
        meta = self.known(params)
        job_id = meta["jobId"]
        return {
            **{key: meta[key] for key in ("jobId", "status", "description", "error", "startedAt", "completedAt")},
            "summary": self.jobs.read(job_id, "status.md"),
            "questions": self.jobs.questions(job_id) or None,
            "decisions": self.jobs.decisions(job_id) or None,
        }

    def result(self, params):
        meta = self.known(params)
        if meta["status"] != "completed":
            raise bad(f"jobId: the job is {meta['status']} and has no result")
        job_id = meta["jobId"]
        output = self.jobs.read(job_id, "result.md") or ""
        return {"jobId": job_id, "output": output, "artifacts": self.jobs.artifacts(job_id) or None}

    def cancel(self, params):
        job_id = self.known(params)["jobId"]
        self.jobs.end(job_id, "cancelled")
        self.queue.stop(job_id)
        return {"jobId": job_id, "status": self.known(params)["status"]}

    def delete(self, params):
        meta = self.known(params)
        if meta["status"] not in ("completed", "cancelled"):
            raise bad(f"jobId: the job is {meta['status']} and is kept")
        if not self.jobs.remove(meta["jobId"]):
            raise bad("jobId: there is no such job")
        return {"jobId": meta["jobId"], "deleted": True}

    def artifact(self, params):
        job_id = self.known(params)["jobId"]
        path = params.get("path")
        # Only a path that the result names is opened, so no path of a caller reaches the disk.
        if not isinstance(path, str) or path not in self.jobs.artifacts(job_id):
            raise bad("path: the job has no such artifact")
        return {"jobId": job_id, "path": path, "encoding": "utf8", "content": self.jobs.read(job_id, path)}

    def known(self, params):
        """Returns what is noted of the job. The id is looked up in memory, so no id of a caller reaches the disk."""
        job_id = params.get("jobId")
        meta = self.jobs.find(job_id) if isinstance(job_id, str) else None
        if meta is None:
            raise bad("jobId: there is no such job")
        return meta


GREETING = {
    "protocolVersion": "2025-11-25",
    "serverInfo": {"name": "proofreader", "version": "1.0.0"},
    "capabilities": {"tools": {}, "extensions": {WORKER: {"version": "2", "artifact": True}}},
}


def bad(message):
    return Refused(INVALID_PARAMS, message)


def text_in(params, field, most):
    value = params.get(field)
    if not isinstance(value, str) or not value.strip() or len(value) > most or not is_text(value):
        raise bad(f"{field}: expected a text of 1 to {most} characters")
    return value


def is_text(value):
    """JSON can carry half a surrogate pair, which no file in UTF-8 can hold."""
    return not any("\ud800" <= character <= "\udfff" for character in value)


def config_in(params):
    """The config of this member has one key, `language`, and every other key is refused."""
    config = params.get("config", {})
    if not isinstance(config, dict):
        raise bad("config: expected an object")
    if len(json.dumps(config)) > MAX_CONFIG_BYTES:
        raise bad(f"config: expected at most {MAX_CONFIG_BYTES} bytes")
    unknown = [key for key in config if key != "language"]
    if unknown:
        raise bad(f"config: unknown key {unknown[0][:80]!r}; there is: language")
    if config:
        text_in(config, "language", 80)
    return config


def job_meta_in(params):
    """Returns what a hall says of the job beside its config. Fields that are not named here are left alone."""
    meta = params.get("_meta", {})
    about = meta.get(JOB) if isinstance(meta, dict) else None
    if about is None:
        return {"commission": None, "model": None, "limits": OWN_LIMITS}
    if not isinstance(about, dict) or not isinstance(about.get("rehearsed", False), bool):
        raise bad("_meta: expected an object with rehearsed as true or false")
    commission = text_in(about, "commission", 200)
    model = text_in(about, "model", 200) if "model" in about else None
    return {"commission": commission, "model": model, "limits": limits_in(about)}


def limits_in(about):
    """A person's limit stands in the place of the member's own, and the hall's ceiling bounds both."""
    wanted = {key: number_in(about.get("limits"), key, own) for key, own in OWN_LIMITS.items()}
    return {key: min(value, number_in(about.get("ceiling"), key, value)) for key, value in wanted.items()}


def number_in(source, key, otherwise):
    value = source.get(key) if isinstance(source, dict) else None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else otherwise


def matcher_of(params):
    pattern = params.get("filter")
    if pattern is None and "filter" not in params:
        return lambda _: True
    if not isinstance(pattern, str) or len(pattern) > 256:
        raise bad("filter: expected a glob of at most 256 characters")
    try:
        matches = re.compile(fnmatch.translate(pattern), re.IGNORECASE).match
    except re.error:
        raise bad("filter: expected a glob") from None
    return lambda description: matches(description) is not None
