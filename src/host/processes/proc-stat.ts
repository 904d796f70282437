// Reads one process from /proc/PID/stat on Linux.
import { readFileSync } from "node:fs";

export interface ProcStat {
  pid: number;
  parent: number;
  /** The ids of its process group and its session, each the pid of the process that began it. */
  group: number;
  session: number;
  /** In clock ticks since boot: together with the pid it identifies one process. */
  startTime: string;
  /** It has ended; only its entry is left until its parent reaps it. */
  isDead: boolean;
  /** A signal has stopped it until another resumes it. */
  isStopped: boolean;
}

/** Returns `undefined` if there is no such process, or no /proc. */
export function readProcStat(pid: number): ProcStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in brackets and may hold anything, brackets included.
    const [state, parent, group, session, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return {
      pid,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      startTime: rest[15] ?? "",
      isDead: state === "Z" || state === "X",
      isStopped: state === "T",
    };
  } catch {
    return undefined;
  }
}
