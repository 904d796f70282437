// Opens many connections to the gateway of a worker at work, each with a large body, as a `claude` could that obeys an
// attacker: with its socket and its secret. The workbench must stay small, and the commission must continue.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { installed } from "../src/host/program.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { type TestHall, type TestHome, until, untilEnded } from "../test/harness/hall.ts";
import { script, submit } from "../test/harness/rehearsals.ts";
import { tempDir } from "../test/harness/temp.ts";
import { findClaudeProcess } from "./claude-process.ts";
import { halfHeadsCommand, mostFiles, openFiles, uncountedControl } from "./half-heads.ts";
import type { Hunt, HuntOrder } from "./hunt.ts";
import { largestMb } from "./memory-of.ts";
import { withHome } from "./with-home.ts";

export const hunt: Hunt = {
  name: "gateway-memory",
  what: "A hostile claude opens many connections to its gateway, with 60 MB each, with 31 MB each and with half a head each: its workbench stays below 400 MB.",
  size: 60,
  run,
};

const mostMb = 400;

/** The content of the long value in an otherwise valid request. */
const fillings: { name: string; megabytes: number; make: string; around?: [string, string] }[] = [
  { name: "text beyond the API's limit", megabytes: 60, make: "tr '\\0' a" },
  { name: "text", megabytes: 31, make: "tr '\\0' a" },
  { name: "empty objects", megabytes: 31, make: "sed 's/\\x00\\x00\\x00/\",{},\"/g'" },
  { name: "escapes", megabytes: 31, make: "sed 's/\\x00\\x00/\\\\n/g' | tr -d '\\0'" },
  {
    name: "a document",
    megabytes: 31,
    make: "tr '\\0' A",
    around: [
      '{"model":"m","messages":[{"role":"user","content":[{"type":"document","source":{"type":"base64","data":"',
      '"}}]}],"x":1}',
    ],
  },
];

async function run({ size, say }: HuntOrder): Promise<void> {
  await withHome(async (home) => {
    const hall = await home.open({ args: ["--workers", installed("test/fixtures/workers")] });
    for (const filling of fillings) say(await fill({ hall, home }, { size, filling }));
    await knock({ hall, home }, halfHeadsOf(size), say);
  });
  await control(size, say);
  await uncountedControl(halfHeadsOf(size), say);
}

/** Returns how many connections send half a request head: 20,000 at full size. */
function halfHeadsOf(size: number): number {
  return Math.ceil((20_000 * size) / hunt.size);
}

interface Filling {
  size: number;
  filling: (typeof fillings)[number];
}

interface Scene {
  hall: TestHall;
  home: TestHome;
}

async function fill(scene: Scene, { size, filling }: Filling): Promise<Told> {
  const {
    name,
    megabytes,
    make,
    around: [before, after] = ['{"model":"m","messages":[],"x":["', '"]}'],
  } = filling;
  const middle = `head -c ${megabytes}000000 /dev/zero | ${make} | head -c ${megabytes}000000`;
  const body = `(printf '${before}'; ${middle}; printf '${after}') > "$BODY"`;
  const send = `curl -s -o /dev/null -w '%{http_code}\\n' --max-time 30 --unix-socket "$SOCKET" -H "x-api-key: $ANTHROPIC_API_KEY" -H 'expect:' -X POST -T "$BODY" http://gateway.invalid/v1/messages`;
  const command = `${body}; for n in $(seq ${size}); do ${send} & done; wait; rm "$BODY"`;
  const { ended, megabytesUsed, output } = await watch(scene, command);
  return {
    name: `the workbench's memory with ${size} connections of ${megabytes} MB: ${name}`,
    value: megabytesUsed,
    unit: "MB",
    target: `< ${mostMb}`,
    ok: megabytesUsed > 0 && megabytesUsed < mostMb && ended.status === "completed",
    detail: {
      status: ended.status,
      answers: tally(output),
      ...(ended.error ? { error: ended.error.message } : {}),
    },
  };
}

type Told = Parameters<HuntOrder["say"]>[0];

async function knock(scene: Scene, heads: number, say: HuntOrder["say"]): Promise<void> {
  const command = halfHeadsCommand(heads, "$ENV{SOCKET}");
  const { ended, megabytesUsed, filesOpen, output } = await watch(scene, command);
  const made = (output.match(/\d+(?= made)/g) ?? []).reduce((sum, each) => sum + Number(each), 0);
  const isWhole = ended.status === "completed" && made > heads / 2;
  const detail = { status: ended.status, made };
  const many = `with ${heads} half heads`;
  say({
    name: `the workbench's memory ${many}`,
    value: megabytesUsed,
    unit: "MB",
    target: `< ${mostMb}`,
    ok: isWhole && megabytesUsed > 0 && megabytesUsed < mostMb,
    detail,
  });
  say({
    name: `files that the workbench has open ${many}`,
    value: filesOpen,
    unit: "",
    target: `< ${mostFiles}`,
    ok: isWhole && filesOpen > 0 && filesOpen < mostFiles,
    detail,
  });
}

/** Runs the command with what the `claude` of a worker at work has, and samples its workbench meanwhile. */
async function watch({ hall: { client }, home }: Scene, command: string) {
  const wait = "until test -e go; do sleep 0.1; done";
  const turns = [
    { use: [{ tool: "Bash", input: { command: wait, timeout: 300_000 } }] },
    submit(),
    { say: "Done." },
  ];
  const { id } = await client.create({ worker: "traitor", task: "Wait.", rehearsal: script(turns) });
  const pid = await benchOf(client, id);
  const secret = await secretOf(client, id);
  const layout = home.layout(id);
  let [megabytesUsed, filesOpen] = [0, 0];
  const look = setInterval(() => {
    megabytesUsed = Math.max(megabytesUsed, largestMb(pid));
    filesOpen = Math.max(filesOpen, openFiles(pid));
  }, 20);
  const output = await runOutside(command, { secret, socket: `${layout.directory}/gateway.sock` });
  writeFileSync(`${layout.work}/go`, "");
  const ended = await untilEnded(client, id, 180_000);
  clearInterval(look);
  return { ended, megabytesUsed, filesOpen, output };
}

/** Reads the session's secret out of the environment of its `claude`, once that waits for its first tool. */
async function secretOf(client: TestHall["client"], id: CommissionId): Promise<string> {
  await until("it is at work", async () => {
    const { events } = await client.commissionEvents(id, { limit: 100 });
    return events.some((event) => event.type === "tool.called");
  });
  const environment = readFileSync(`/proc/${findClaudeProcess(id) ?? 0}/environ`, "utf8").split("\0");
  return environment.find((line) => line.startsWith("ANTHROPIC_API_KEY="))?.split("=")[1] ?? "";
}

async function runOutside(command: string, { secret, socket }: { secret: string; socket: string }) {
  const env = {
    PATH: process.env["PATH"] ?? "",
    ANTHROPIC_API_KEY: secret,
    SOCKET: socket,
    BODY: `${tempDir()}/body`,
  };
  const shell = spawn("bash", ["-c", command], { env, stdio: ["ignore", "pipe", "ignore"] });
  let said = "";
  shell.stdout.on("data", (text: Buffer) => (said += text.toString()));
  await new Promise((resolve) => shell.once("close", resolve));
  return said;
}

function tally(output: string): string {
  const counts = new Map<string, number>();
  for (const status of output.match(/^\d{3}$/gm) ?? []) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(", ");
}

async function benchOf(client: TestHall["client"], id: CommissionId): Promise<number> {
  let pid = 0;
  await until("its workbench is there", async () => {
    const { events } = await client.commissionEvents(id, { limit: 100 });
    const started = events.find((event) => event.type === "bench.started");
    pid = started?.type === "bench.started" ? started.pid : 0;
    return pid > 0;
  });
  return pid;
}

/** Shows that a server that reads bodies before it checks requests grows with every connection. */
async function control(size: number, say: HuntOrder["say"]): Promise<void> {
  const connections = Math.min(size, 10);
  const server = spawn(process.execPath, [installed("soak/greedy-server.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [port] = await new Promise<string[]>((resolve) =>
      createInterface(server.stdout).once("line", (line) => resolve([line])),
    );
    const url = `http://127.0.0.1:${port}/`;
    const body = new Uint8Array(60_000_000);
    for (let n = 0; n < connections; n += 1) void fetch(url, { method: "POST", body }).catch(() => undefined);
    let used = 0;
    await until("it has read", async () => {
      used = Number(await (await fetch(url)).text());
      return used > mostMb;
    });
    say({
      name: `the memory of a server that reads first, with ${connections} connections of 60 MB`,
      value: used,
      unit: "MB",
      target: `> ${mostMb}`,
      ok: used > mostMb,
      control: true,
    });
  } finally {
    server.kill("SIGKILL");
  }
}
