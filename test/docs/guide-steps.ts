// A guide as a list of steps, carried out as a reader would: files written, commands run, what they print compared.
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runBriefly } from "../../src/host/processes/children.ts";
import { systemClock } from "../../src/host/clock.ts";
import { installed } from "../../src/host/program.ts";
import { countSession } from "../harness/sessions.ts";

export interface Step {
  language: string;
  /** What stands behind the language: `file=PATH`, or a word. */
  note: string;
  text: string;
}

export function stepsOf(guide: string): Step[] {
  return [...guide.matchAll(/^```(\w+)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", note = "", text = ""]) => ({ language, note, text }),
  );
}

export function fileOf({ note }: Step): string | undefined {
  return /^file=(\S+)$/.exec(note)?.[1];
}

/** The lines that are not found in what was said, in their order. */
export function missingLines(expected: string, said: string): string[] {
  let at = 0;
  return expected
    .trimEnd()
    .split("\n")
    .filter((line) => {
      const found = said.indexOf(line, at);
      if (found >= 0) at = found + line.length;
      return found < 0;
    });
}

export interface Reader {
  place: string;
  run(script: string): Promise<{ code: number | null; said: string }>;
  close(): Promise<void>;
}

/** Somebody who reads where there is nothing but the scripts of a clone, with a home of their own and `guild-hall` on the PATH. */
export function openReader(place: string): Reader {
  const home = join(place, "home-of-the-hall");
  const shell = join(place, "bin-of-the-reader");
  mkdirSync(shell);
  writeFileSync(`${shell}/guild-hall`, `#!/bin/sh\nexec node ${installed("bin/guild-hall.js")} "$@"\n`);
  chmodSync(`${shell}/guild-hall`, 0o755);
  symlinkSync(installed("scripts"), join(place, "scripts"));
  const env = {
    PATH: `${shell}:${process.env["PATH"] ?? ""}`,
    HOME: place,
    TMPDIR: place,
    GUILD_HALL_HOME: home,
    GUILD_HALL_PORT: "0",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.org",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.org",
  };
  const run = async (script: string) => {
    const order = { file: "/bin/sh", args: ["-ec", `exec 2>&1\n${script}`], cwd: place, env };
    const { code, stdout } = await runBriefly(order, { clock: systemClock, limitMs: 60_000 });
    countSession(stdout.match(/^(passed|failed) {2}\S+\.yaml/gm)?.length ?? 0);
    countSession(script.match(/^guild-hall commission member:.* --rehearsal /gm)?.length ?? 0);
    return { code, said: stdout };
  };
  return { place, run, close: () => close({ home, run }) };
}

async function close({ home, run }: { home: string; run: Reader["run"] }): Promise<void> {
  const commissions = `${home}/commissions`;
  if (!existsSync(commissions)) return;
  await run("guild-hall down --stop || true");
  const transcripts = readdirSync(commissions).flatMap((id) =>
    readdirSync(`${commissions}/${id}`).filter((name) => name.startsWith("transcript-")),
  );
  countSession(transcripts.length);
}

export function writeStep(place: string, { path, text }: { path: string; text: string }): void {
  mkdirSync(dirname(join(place, path)), { recursive: true });
  writeFileSync(join(place, path), text);
}
