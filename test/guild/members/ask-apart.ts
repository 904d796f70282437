// A program that asks a member for a result and prints what came of it, and by how much its memory has grown at most.
import { readFileSync } from "node:fs";
import { clientOf } from "./raw-member.ts";

/** In kilobytes. Not `maxRSS`: that counts from the process that started this one. */
const most = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);

const client = clientOf({ url: process.argv[2] ?? "" });
const ask = () => client.workerResult({ jobId: "job-1" }).catch((error: Error) => error.message);
const before = most();
const outcome = await ask();
// One thread carries all requests: what it still has to do for an answer, it has done before it sees to others.
for (let more = 0; more < 20; more += 1) await ask();
console.log(JSON.stringify({ outcome, grownMb: Math.round((most() - before) / 1024) }));
