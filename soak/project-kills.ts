// Runs a step of a commission in this process, or in a child that is killed in the middle of it. The child is
// killed alone, so that its git continues, or together with its git.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { CommissionId } from "../src/contract/home/ids.ts";
import type { Lots } from "./lots.ts";
import { finish, make, type World } from "./project-world.ts";

export interface StepOrder {
  step: "make" | "finish";
  id: CommissionId;
  killed: boolean;
}

interface Stage {
  at: World;
  root: string;
  lots: Lots;
  careless: boolean;
}

export async function takeStep(stage: Stage, { step, id, killed }: StepOrder): Promise<"done" | "cut off"> {
  if (!killed) {
    await (step === "make" ? make : finish)(stage.at, id);
    return "done";
  }
  const child = waiting ?? startChild();
  waiting = startChild();
  let said = "";
  child.stdout?.on("data", (text) => (said += String(text)));
  child.stdin?.write(`${[stage.root, step, id, ...(stage.careless ? ["careless"] : [])].join(" ")}\n`);
  await Promise.race([once(child.stdout as NodeJS.ReadableStream, "data"), once(child, "exit")]);
  await new Promise((resolve) => setTimeout(resolve, stage.lots.below(mostMs)));
  end(child, stage.lots.below(2) === 0);
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return said.includes("done") ? "done" : "cut off";
}

/** Longer than most steps take. */
const mostMs = 300;

/** A child started in advance, because starting takes longer than the step. */
let waiting: ChildProcess | null = null;

const program = fileURLToPath(new URL("project-step.ts", import.meta.url));

function startChild(): ChildProcess {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "ignore"], detached: true });
  child.stdin?.on("error", () => undefined);
  child.unref();
  return child;
}

function end(child: ChildProcess, withGit: boolean): void {
  if (child.pid === undefined) return;
  try {
    process.kill(withGit ? -child.pid : child.pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

/** Ends the child that was started in advance. */
export function endWaiting(): void {
  if (waiting) end(waiting, true);
  waiting = null;
}
