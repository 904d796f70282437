// One process as Linux tells of it in /proc/PID/stat.
import { readFileSync } from "node:fs";

export interface ProcStat {
  pid: number;
  parent: number;
  /** The numbers of its process group and its session, each the pid of whoever began it. */
  group: number;
  session: number;
  /** In clock ticks since boot: with the pid it names one process and no other. */
  startTime: string;
  /** It has ended; only its entry is left until somebody asks for it. */
  isDead: boolean;
  /** A signal holds it until another lets it go on. */
  isStopped: boolean;
}

/** undefined when there is no such process, or no /proc. */
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
