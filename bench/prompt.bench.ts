// Measures how many bytes of prompt precede the task, with the researcher, with the implementer and with `claude` on its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyHandoff } from "../src/contract/home/handoff.ts";
import { findClaude } from "../src/workbench/sandbox/claude-binary.ts";
import { disposeHome, makeHome, openBenchHall } from "./bench-hall.ts";
import type { Benchmark } from "./benchmark.ts";
import { connect, postText } from "./connection.ts";
import { type PromptBytes, implementersPrompt, promptBytes, researchersPrompt } from "./prompt-bytes.ts";
import { openUpstream, type Upstream } from "./upstream.ts";

export const benchmark: Benchmark = {
  name: "prompt",
  what: "bytes of system prompt and tool definitions of the first request: the researcher against `claude -p`, and the implementer with its shell",
  run: async (say) => {
    const ours = await measure((upstream) => askWorker(upstream, "researcher"));
    const withShell = await measure((upstream) => askWorker(upstream, "implementer"));
    const theirs = await measure(askClaude);
    const ratio = Math.round((ours.all / theirs.all) * 100) / 100;
    say({
      name: researchersPrompt,
      value: ours.all,
      unit: "bytes",
      target: null,
      ok: null,
      detail: { ...ours },
    });
    say({
      name: implementersPrompt,
      value: withShell.all,
      unit: "bytes",
      target: null,
      ok: null,
      detail: { ...withShell },
    });
    say({
      name: "prompt and tools of claude -p",
      value: theirs.all,
      unit: "bytes",
      target: null,
      ok: null,
      detail: { ...theirs },
    });
    say({ name: "prompt against claude -p", value: ratio, unit: "x", target: "<= 0.5", ok: ratio <= 0.5 });
  },
};

async function measure(ask: (upstream: Upstream) => Promise<void>): Promise<PromptBytes> {
  const upstream = openUpstream();
  try {
    await ask(upstream);
    // `claude` may send small requests beside the conversation, for example for a title.
    const sizes = upstream.asked.map(({ body }) => promptBytes(body)).sort((a, b) => b.all - a.all);
    if (!sizes[0]) throw new Error("the model was not asked");
    return sizes[0];
  } finally {
    await upstream.stop();
  }
}

async function askWorker(upstream: Upstream, worker: "researcher" | "implementer"): Promise<void> {
  const home = makeHome();
  const credential = { kind: "api_key" as const, secret: "none" };
  const hall = await openBenchHall(home, { handoff: { ...emptyHandoff, credential, baseUrl: upstream.url } });
  try {
    const connection = await connect(hall);
    const asked = upstream.next();
    await connection.send(postText(hall, "/api/v1/commissions", { worker, task: "hi" }));
    await asked;
    connection.close();
  } finally {
    await disposeHome(home, hall);
  }
}

async function askClaude(upstream: Upstream): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "guild-hall-bench-claude-"));
  const program = findClaude(process);
  if (program === undefined) throw new Error("claude is not installed");
  const child = Bun.spawn([program, "-p", "hi"], {
    cwd: directory,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: directory,
      CLAUDE_CONFIG_DIR: `${directory}/config`,
      TMPDIR: directory,
      ANTHROPIC_BASE_URL: upstream.url,
      ANTHROPIC_API_KEY: "none",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    },
  });
  await child.exited;
  rmSync(directory, { recursive: true, force: true });
}
