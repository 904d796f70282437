// Plays a worker that obeys an attacker: the real claude in the real sandbox carries out every attack we
// know, as the current user and, if that is root, as an ordinary user too.
import { spawn } from "node:child_process";
import { findExecutable } from "../src/host/processes/children.ts";
import { installed } from "../src/host/program.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import type { TraitorDay } from "./traitor-play.ts";

export const hunt: Hunt = {
  name: "traitor",
  what: "An obedient traitor carries out attacks from inside a worker: none gets through, and the hall is unharmed.",
  size: 2,
  run,
};

interface User {
  name: string;
  /** The prefix of the command line. */
  become: string[];
}

async function run({ size, say }: HuntOrder): Promise<void> {
  for (const user of users()) {
    const days: TraitorDay[] = [];
    for (let n = 0; n < size; n += 1) days.push(await spend(user, n % 2 === 1));
    tell(days, user, say);
  }
}

function users(): User[] {
  if (process.getuid?.() !== 0) return [{ name: "an ordinary user", become: [] }];
  const setpriv = findExecutable("setpriv", process.env["PATH"] ?? "");
  const nobody = ["--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"];
  const ordinary = setpriv === undefined ? [] : [{ name: "an ordinary user", become: [setpriv, ...nobody] }];
  return [{ name: "root", become: [] }, ...ordinary];
}

/** Every second day the attacks run in a workbench that was a spare. */
async function spend({ name, become }: User, isSpare: boolean): Promise<TraitorDay> {
  const [file, ...args] = [...become, process.execPath, installed("soak/traitor-play.ts")];
  if (isSpare) args.push("spare");
  const env = {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    TMPDIR: "/var/tmp",
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0",
  };
  const child = spawn(file, args, { cwd: "/", env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (text: Buffer) => (said += text.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`the traitor's day as ${name} ended with ${String(code)}`);
  return JSON.parse(said) as TraitorDay;
}

function tell(days: readonly TraitorDay[], { name }: User, say: HuntOrder["say"]): void {
  const through = days.flatMap((day) => day.gotThrough);
  const carriedOut = days.reduce((sum, day) => sum + day.carriedOut, 0);
  const levels = [...new Set(days.map((day) => day.sandbox))];
  say({
    name: `attacks from inside a worker that got through, as ${name}`,
    value: through.length,
    unit: "",
    target: "0 of at least 200 each time, at level bubblewrap",
    ok: through.length === 0 && carriedOut >= 200 * days.length && levels.join() === "bubblewrap",
    detail: { carriedOut, levels: levels.join(), through: JSON.stringify(through) },
  });
  const inSpares = days.filter((day) => day.wasSpare).length;
  const expected = Math.floor(days.length / 2);
  say({
    name: `days on which the attacks ran in a claimed spare, as ${name}`,
    value: inSpares,
    unit: "",
    target: String(expected),
    ok: inSpares === expected,
  });
  const ends = days.map(({ forksHeld, memory, disk, honest }) => ({ forksHeld, memory, disk, honest }));
  const unharmed = ends.filter(
    (end) => end.forksHeld && end.memory === "memory" && end.disk === "disk" && end.honest === "completed",
  );
  say({
    name: `days after which bombs were held and the hall went on, as ${name}`,
    value: unharmed.length,
    unit: "",
    target: String(days.length),
    ok: unharmed.length === days.length,
    detail: { ends: JSON.stringify(ends) },
  });
  const tried = days.reduce((sum, day) => sum + day.controls.tried, 0);
  const failed = days.flatMap((day) => day.controls.failed);
  say({
    name: `control: the same attacks without a sandbox that get through, as ${name}`,
    value: tried - failed.length,
    unit: "",
    target: String(tried),
    ok: failed.length === 0,
    control: true,
    detail: { failed: failed.join(", ") },
  });
}
