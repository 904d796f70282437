// Opens the page in the person's browser. The link carries a secret code, and every user of this machine can
// read command lines. So the browser is given a file that only the person can read, and the file redirects to
// the link.
import { chmod, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { homeLayout, isOpening, openingFile } from "../../contract/home/home-layout.ts";
import { findExecutable } from "../../host/processes/children.ts";
import { machine } from "../../host/runtime.ts";
import { within } from "../../base/async/time-limit.ts";
import type { Cli } from "../cli.ts";
import { findOpener } from "./find-opener.ts";

/**
 * How long to wait for the program that opens a browser. By then it has started the browser, or is the
 * browser.
 */
const opensWithinMs = 5000;
/** How long a redirecting file is kept, because a browser that is still starting may need it. */
const keptMs = 60_000;

/** Returns `null` if a browser was asked to open the page, otherwise a sentence that says why not. */
export async function openPage(cli: Cli, to: { home: string; link: string }): Promise<string | null> {
  const { env, stopped } = cli.console;
  const find = (name: string) => findExecutable(name, env["PATH"] ?? "");
  const opener = findOpener({ platform: machine.platform, env, find });
  if ("missing" in opener) return opener.missing;
  await removeOpenings(to.home, cli.clock.now() - keptMs);
  const file = await writeOpening(cli, to);
  const opening = cli.openFile({ program: opener.program, file, env });
  const waited = await within({ clock: cli.clock, ms: opensWithinMs, signal: stopped }, opening);
  if (waited.how === "broke") return `${opener.program} could not be started.`;
  if (waited.how !== "came" || waited.value.code === 0) return null;
  return `${opener.program} could not open a browser (${waited.value.signal ?? `code ${waited.value.code}`}).`;
}

/** Removes the redirecting files that were made before a time; by default all of them. */
export async function removeOpenings(home: string, before = Number.POSITIVE_INFINITY): Promise<void> {
  const { run } = homeLayout(home);
  const names = (await readdir(run).catch(() => [])).filter(isOpening);
  for (const path of names.map((name) => join(run, name))) {
    const madeAt = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
    if (madeAt < before) await rm(path, { force: true });
  }
}

async function writeOpening(cli: Cli, { home, link }: { home: string; link: string }): Promise<string> {
  const file = openingFile(homeLayout(home), cli.newKey());
  await writeFile(file, leadTo(link), { flag: "wx", mode: 0o600 });
  await chmod(file, 0o600); // regardless of the umask
  return file;
}

/**
 * Returns a page that redirects to the link. The link is the hall's own address and a code: nothing in it needs
 * escaping.
 */
function leadTo(link: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}">
<title>Guild Hall</title>
<p><a href="${link}">To the hall</a></p>
</html>
`;
}
