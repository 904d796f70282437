// Runs the researcher guild member in its own process, so that a test can kill and restart it.
import { writeFileSync } from "node:fs";
import { installed } from "../../../src/host/program.ts";
import { callMember, type RpcReply } from "./some-member.ts";

export interface MemberProcess {
  pid: number;
  url: string;
  ask<T>(method: string, params?: unknown): Promise<T>;
  call(method: string, params?: unknown): Promise<RpcReply>;
  /** All that the process printed to stderr; resolves when the process has ended. */
  log: Promise<string>;
  /** Sends the signal to the process; resolves with its exit code. */
  end(signal: NodeJS.Signals): Promise<number>;
}

const running = new Set<Bun.Subprocess>();

export interface Launch {
  directory: string;
  program?: string;
  env?: Record<string, string>;
  args?: readonly string[];
}

/** Runs a member until it ends by itself, and returns its output. */
export async function runToItsEnd(launch: Launch): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(launch);
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out, err };
}

export async function startMember(launch: Launch): Promise<MemberProcess> {
  const child = spawn(launch);
  const log = new Response(child.stderr).text();
  const url = await firstLine(child.stdout).catch(async () => {
    throw new Error(`It ended: ${await log}`);
  });
  const call = (method: string, params?: unknown) => callMember(url, { method, params });
  return {
    pid: child.pid,
    url,
    log,
    call,
    ask: async <T>(method: string, params?: unknown) => {
      const { result, error } = await call(method, params);
      if (error) throw new Error(error.message);
      return result as T;
    },
    end: async (signal) => {
      child.kill(signal);
      return child.exited;
    },
  };
}

export async function endMembers(): Promise<void> {
  for (const child of running) child.kill("SIGKILL");
  await Promise.all([...running].map((child) => child.exited));
}

function spawn({
  directory,
  env = {},
  args = ["--port", "0"],
  program = "test/researcher/run-scripted-member.ts",
}: Launch) {
  const manifest = { name: "researcher", version: "0.0.1" };
  writeFileSync(`${directory}/guild-member.json`, JSON.stringify(manifest));
  const child = Bun.spawn([process.execPath, "run", installed(program), ...args], {
    cwd: directory,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"] ?? "", TMPDIR: process.env["TMPDIR"] ?? "", ...env },
  });
  running.add(child);
  void child.exited.then(() => running.delete(child));
  return child;
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error("It said nothing.");
    text += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  return text.slice(0, text.indexOf("\n"));
}
