"""Runs the jobs in the order they came, as many at once as there are slots."""

import threading

from session import Session, Stopped


class JobQueue:
    def __init__(self, jobs, slots):
        self.jobs = jobs
        self.slots = max(1, slots)
        self.lock = threading.Lock()
        self.waiting = jobs.waiting()
        self.at_work = {}
        self.advance()

    def add(self, job_id):
        with self.lock:
            self.waiting.append(job_id)
        self.advance()

    def advance(self):
        with self.lock:
            while self.waiting and len(self.at_work) < self.slots:
                job_id = self.waiting.pop(0)
                session = Session(self.jobs, job_id)
                self.at_work[job_id] = session
                threading.Thread(target=self.run, args=(job_id, session), daemon=True).start()

    def run(self, job_id, session):
        try:
            if self.jobs.begin(job_id):
                session.run()
                self.jobs.end(job_id, "completed")
        except Stopped:
            pass  # the cancellation is on record already
        except Exception as error:  # noqa: BLE001 - whatever it is, the job has to end and the slot to become free
            self.jobs.end(job_id, "failed", str(error) or repr(error))
        finally:
            with self.lock:
                self.at_work.pop(job_id, None)
            self.advance()

    def stop(self, job_id):
        """Ends the session of a job that was cancelled; a job that waits never begins."""
        with self.lock:
            if job_id in self.waiting:
                self.waiting.remove(job_id)
            session = self.at_work.get(job_id)
        if session is not None:
            session.stop()
