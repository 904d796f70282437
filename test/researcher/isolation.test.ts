// What a worker has and what it does not have, with the real claude in both kinds of containment.
import { afterEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { internalName } from "../../guild-members/researcher/tool-names.ts";
import { tempDir } from "../harness/temp.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";
import { lastUserText, toolNames, type Turn } from "../model/session/scripted-model.ts";
import { environmentsWith, type JobRig, openJob, realKey } from "./job-rig.ts";

const rigs: JobRig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
});

const internalTools = [
  "log_question",
  "record_decision",
  "store_memory",
  "submit_result",
  "update_summary",
].map(internalName);

/** Three of CLAUDE_ are the SDK's own, PWD is bubblewrap's. */
const environmentNames = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_BASE_URL",
  "ANTHROPIC_CUSTOM_HEADERS",
  "ANTHROPIC_UNIX_SOCKET",
  "API_TIMEOUT_MS",
  "BUN_CONFIG_HTTP_IDLE_TIMEOUT",
  "CLAUDE_AGENT_SDK_MCP_NO_PREFIX",
  "CLAUDE_AGENT_SDK_VERSION",
  "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS",
  "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_MAX_RETRIES",
  "CLAUDE_CODE_SDK_READS_SESSION_STATE",
  "CLAUDE_CODE_STARTUP_FAILURE_RESULTS",
  "CLAUDE_CONFIG_DIR",
  "GUILD_SESSION",
  "HOME",
  "IS_SANDBOX",
  "LANG",
  "PATH",
  "PWD",
  "TMPDIR",
];

function namesIn(environments: readonly string[]): string[] {
  const names = environments.flatMap((text) => text.split("\0").map((line) => line.split("=")[0] ?? ""));
  return [...new Set(names)].filter((name) => name !== "").sort();
}

const forbidden: Turn = {
  use: [
    { tool: "Bash", input: { command: "id" } },
    { tool: "Write", input: { file_path: "x.txt", content: "x" } },
    { tool: "Read", input: { file_path: "/etc/hostname" } },
    { tool: "WebFetch", input: { url: "http://127.0.0.1:8080/" } },
  ],
};

const working: readonly Turn[] = [
  {
    use: [
      { tool: internalName("update_summary"), input: { summary: "one\u2028two" } },
      {
        tool: internalName("record_decision"),
        input: { question: "Which?", decision: "This.", reasoning: "Nearer." },
      },
      { tool: internalName("log_question"), input: { question: "Really?\nYes?" } },
      { tool: internalName("store_memory"), input: { key: "before", content: "Known before the web." } },
    ],
  },
  forbidden,
  { use: [{ tool: "WebSearch", input: { query: "something" } }] },
  { say: "What a search says." },
  {
    use: [
      { tool: internalName("store_memory"), input: { key: "after", content: "Heard from a stranger." } },
      {
        tool: internalName("submit_result"),
        input: { output: "# Report", artifacts: [{ path: "a/b.md", content: "b" }] },
      },
    ],
  },
  { say: "Done." },
];

describe.skipIf(isWithoutSandbox)("a worker", () => {
  test("has exactly its tools, in a sandbox; and the next one, without a sandbox, is given what it remembered", async () => {
    const root = tempDir();
    const first = await openJob({ root, turns: working });
    rigs.push(first);
    await first.model.asked(2);
    const environments = environmentsWith("x-guild-job: job-1");
    expect(environments.length).toBeGreaterThan(0);
    expect(environments.filter((text) => text.includes(realKey))).toEqual([]);
    expect(namesIn(environments)).toEqual(environmentNames);

    expect(await first.running.ended).toEqual({ how: "finished", finalText: "Done." });
    const [asked, , answered] = first.model.requests;
    expect(toolNames(asked)).toEqual(["Glob", "Grep", "Read", "WebFetch", "WebSearch", ...internalTools]);
    expect(asked?.headers).toMatchObject({ "x-api-key": realKey, "x-guild-job": "job-1" });
    expect(lastUserText(answered)).toContain("No such tool available: Bash");
    expect(lastUserText(answered)).toContain("No such tool available: Write");
    expect(lastUserText(answered)).toContain("File does not exist");
    expect(lastUserText(answered)).toContain("is not on the public internet");
    expect(first.recorder).toMatchObject({
      modes: [{ sandbox: "bubblewrap", permissionMode: "bypassPermissions" }],
      summaries: ["one\u2028two"],
      decisions: [{ question: "Which?", decision: "This.", reasoning: "Nearer." }],
      questions: ["Really?\nYes?"],
      results: [{ output: "# Report", artifacts: [{ path: "a/b.md", content: "b" }] }],
    });
    expect(readFileSync(join(root, "memory/before.md"), "utf8")).toContain("web: no");
    expect(readFileSync(join(root, "memory/after.md"), "utf8")).toContain("web: yes");
    expect(readdirSync(join(root, "work"))).toEqual([]);

    const turns = [
      forbidden,
      { use: [{ tool: internalName("store_memory"), input: { key: "third", content: "x" } }] },
      { say: "Done." },
    ];
    const job = { jobId: "job-2", config: { tools: ["Read", "WebFetch"], model: "claude-of-the-job" } };
    const second = await openJob({ root, turns, sandbox: false, job });
    rigs.push(second);
    expect(await second.running.ended).toEqual({ how: "finished", finalText: "Done." });
    const [again, refused] = second.model.requests;
    expect(toolNames(again)).toEqual(["Read", "WebFetch", ...internalTools]);
    expect(again?.body.model).toBe("claude-of-the-job");
    expect(JSON.stringify(again?.body.system)).toContain("> Known before the web.");
    expect(JSON.stringify(again?.body.system)).toContain("UNTRUSTED");
    expect(lastUserText(refused)).toContain("No such tool available: Write");
    expect(lastUserText(refused)).toContain("Permission to use Read has been denied");
    expect(second.recorder.modes).toEqual([{ sandbox: "none", permissionMode: "dontAsk" }]);
    // It read no page, but was given words that go back to one.
    expect(readFileSync(join(root, "memory/third.md"), "utf8")).toContain("web: yes");
  }, 30_000);
});
