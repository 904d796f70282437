// Sends generated JSON-RPC requests to the researcher's own server, in a separate process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runtimeFile } from "../src/host/runtime.ts";
import { fuzz, type FuzzTally } from "./fuzz-rpc.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";

export const hunt: Hunt = {
  name: "members-fuzz",
  what: "Requests that are right, nearly right and noise reach a member, eight at a time: each is answered as JSON-RPC says, and the member stands.",
  size: 100_000,
  run,
};

const secret = "a-secret-of-the-fuzz";
const repository = new URL("..", import.meta.url).pathname;
/** Within this many requests, a member that crashes on unreadable input has crashed. */
const controlSize = 2000;

async function run({ size, seed, say }: HuntOrder): Promise<void> {
  const idle = ["run", join(repository, "soak/idle-member.ts"), "--port", "0"];
  const kept = await attack({ from: "guild-members/researcher", args: idle, count: size, seed });
  say({
    name: "requests that were not answered as they should be",
    value: kept.problems.length,
    unit: "requests",
    target: "0",
    ok: kept.problems.length === 0 && kept.sent >= size && kept.stands && kept.jobs > 0,
    detail: { ...detailOf(kept), seed, problems: kept.problems.slice(0, 3).join("\n") },
  });
  const dying = ["run", "server.ts", "--port", "0", "--fault", "dies-on-bad-json"];
  const caught = await attack({ from: "test/fixtures/members/plain", args: dying, count: controlSize, seed });
  say({
    name: "of a member that dies of what it cannot read: requests until that is seen",
    value: caught.sent,
    unit: "requests",
    target: `< ${controlSize}`,
    ok: caught.problems.length > 0 && !caught.stands,
    control: true,
  });
}

function detailOf({ sent, statuses, jobs, slowestMs }: FuzzTally): Record<string, number | string> {
  const byStatus = [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  return { sent, statuses: byStatus.join(", "), jobs, slowestMs: Math.round(slowestMs) };
}

interface Attack {
  /** The directory to copy. */
  from: string;
  args: readonly string[];
  count: number;
  seed: number;
}

async function attack({ from, args, count, seed }: Attack): Promise<FuzzTally & { stands: boolean }> {
  const root = mkdtempSync(join(tmpdir(), "gh-members-fuzz-"));
  const directory = join(root, "member");
  mkdirSync(directory);
  cpSync(join(repository, from), directory, { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(directory, "node_modules"));
  const child = spawn(runtimeFile, [...args], {
    cwd: directory,
    env: { PATH: process.env["PATH"] ?? "", GUILD_MEMBER_SECRET: secret, GUILD_MEMBER_SLOTS: "2" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const gone = new AbortController();
  const ended = once(child, "exit").then(() => gone.abort());
  try {
    const [url = ""] = (await Promise.race([once(createInterface(child.stdout), "line"), ended])) as string[];
    const tally = await fuzz({ url, secret, count, seed, gone: gone.signal });
    return { ...tally, stands: !gone.signal.aborted };
  } finally {
    child.kill("SIGKILL");
    await ended;
    rmSync(root, { recursive: true, force: true });
  }
}
