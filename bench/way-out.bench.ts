// Measures how fast a project's set-up command downloads through its proxy, against a direct download. The
// sandbox, its forwarder and the proxy are real. The link of the source is limited to 1 Gbit/s.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openWayOut } from "../src/workbench/fetch/way-out.ts";
import { runBriefly } from "../src/host/processes/children.ts";
import { systemClock } from "../src/host/clock.ts";
import { dialPlain } from "../src/host/network/dial.ts";
import { listenAt } from "../src/host/network/join-sockets.ts";
import { runtimeFile } from "../src/host/runtime.ts";
import { containCommand, type ContainedShell } from "../src/workbench/sandbox/contain-command.ts";
import { probe } from "../test/workbench/sandbox/usable.ts";
import type { Benchmark, Say } from "./benchmark.ts";
import { openSlowNetwork } from "./slow-network.ts";
import { spreadOf } from "./spread.ts";

const megabyte = 1024 * 1024;

export const benchmark: Benchmark = {
  name: "way-out",
  what: "a set-up that fetches through its proxy from a source held to 1 Gbit/s, against a fetch without sandbox and proxy in the same run",
  run: async (say, size) => {
    const network = openSlowNetwork("1gbit");
    const directory = mkdtempSync(join(tmpdir(), "gh-way-out-"));
    const source = await startSource(network?.within ?? [], network?.address ?? "127.0.0.1");
    try {
      const bytes = size(256, 1) * megabyte;
      const from = { address: network?.address ?? "127.0.0.1", port: source.port, bytes };
      const times = await measure(directory, from, size(7, 1));
      sayTimes(say, { times, bytes, isHeld: network !== null });
    } finally {
      source.child.kill("SIGKILL");
      network?.remove();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

async function startSource(within: readonly string[], address: string) {
  const program = new URL("way-out-source.ts", import.meta.url).pathname;
  const [file, ...args] = [...within, runtimeFile, program, address];
  const child: ChildProcess = spawn(file, args, { stdio: ["ignore", "pipe", "inherit"] });
  if (child.stdout === null) throw new Error("The source has no output.");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, port: Number(line) };
}

interface Source {
  address: string;
  port: number;
  bytes: number;
}

interface Times {
  direct: number[];
  plain: number[];
  tunnel: number[];
}

/**
 * Alternates between the three ways, so that other load affects all of them. The first round does not count.
 */
async function measure(directory: string, source: Source, rounds: number): Promise<Times> {
  const times: Times = { direct: [], plain: [], tunnel: [] };
  const { shell, close } = await openSandbox(directory, source);
  const { port, bytes, address } = source;
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const took = {
        direct: await fetchOnce(null, `curl -sf -o /dev/null http://${address}:${port}/${bytes}`),
        plain: await fetchOnce(shell, `curl -sf -o /dev/null http://source.guild.org:${port}/${bytes}`),
        tunnel: await fetchOnce(shell, `curl -sfp -o /dev/null http://source.guild.org:${port}/${bytes}`),
      };
      if (round === 0) continue;
      for (const kind of ["direct", "plain", "tunnel"] as const) times[kind].push(took[kind]);
    }
  } finally {
    await close();
  }
  return times;
}

async function openSandbox(directory: string, { address }: Source) {
  const socket = join(directory, "out.sock");
  const proxy = await openWayOut(
    {
      clock: systemClock,
      listen: listenAt,
      dialPlain,
      resolve: async () => [address],
      whyForbidden: () => null,
      isOwn: () => false,
      hallPort: async () => null,
      proxyFor: () => null,
    },
    { socket, allow: [], signal: new AbortController().signal },
  );
  for (const name of ["work", "home", "tmp"]) mkdirSync(join(directory, name));
  const forwarder = new URL("../src/host/network/forward.ts", import.meta.url).pathname;
  const shell = containCommand(probe, {
    commissionDir: directory,
    workDir: join(directory, "work"),
    homeDir: join(directory, "home"),
    tmpDir: join(directory, "tmp"),
    readOnly: [],
    shown: [],
    bounds: { processes: null, fileBytes: null },
    path: process.env["PATH"] ?? "",
    wayOut: { socket, runtime: runtimeFile, forwarder },
  });
  return { shell, close: proxy.close };
}

/** Measures the fetch itself, without the start of the sandbox. */
async function fetchOnce(shell: ContainedShell | null, command: string): Promise<number> {
  const script = `${command} -w '%{time_total}'`;
  const order = shell
    ? { ...shell.command(script), cwd: "/", env: shell.env }
    : { file: "/bin/sh", args: ["-c", script], cwd: "/", env: { PATH: process.env["PATH"] ?? "" } };
  const run = await runBriefly(order, { clock: systemClock, limitMs: 120_000 });
  const seconds = Number(run.stdout.trim());
  if (run.code !== 0 || !(seconds > 0))
    throw new Error(`It could not be fetched: ${run.stdout}${run.stderr}`);
  return seconds * 1000;
}

function sayTimes(
  say: Say,
  { times, bytes, isHeld }: { times: Times; bytes: number; isHeld: boolean },
): void {
  const speed = (ms: number) => Math.round(((bytes * 8) / 1e6 / (ms / 1000)) * 10) / 10;
  const direct = spreadOf(times.direct);
  say({
    name: "straight from this machine",
    value: speed(direct.p50),
    unit: "Mbit/s",
    target: null,
    ok: null,
  });
  for (const kind of ["plain", "tunnel"] as const) {
    const { p50 } = spreadOf(times[kind]);
    const what = kind === "plain" ? "a plain request" : "a tunnel";
    say({
      name: `through the proxy, by ${what}`,
      value: speed(p50),
      unit: "Mbit/s",
      target: null,
      ok: null,
    });
    const slower = Math.round((p50 / direct.p50 - 1) * 1000) / 10;
    say({
      name: `slower through the proxy, by ${what}, medians`,
      value: slower,
      unit: "%",
      target: isHeld ? "<= 10" : null,
      ok: isHeld ? slower <= 10 : null,
    });
  }
}
