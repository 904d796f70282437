// What the pinned claude sends, in all the ways that the hall runs it. The list of what the gateway passes on was read
// from this; when claude sends more, this fails, and the list has to be looked at before it is made longer.
import { afterEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { takeInventory } from "../../../src/rules/model/request-inventory.ts";
import {
  apiVersion,
  isHeaderPassedOn,
  listed,
  whyNotOrdered,
} from "../../../src/rules/model/request-list.ts";
import type { ToolSet } from "../../../src/rules/limits/tools.ts";
import { openRig, type Rig, type RigOrder } from "../session/rig.ts";
import { createNoteBox, createPageTool } from "../session/toolbox.ts";
import {
  type Block,
  call,
  openRecordingModel,
  type Recorded,
  type Script,
  type Turn,
} from "./recording-model.ts";
import { closeAll } from "./support.ts";
import { everyNth, longTest } from "../../harness/long.ts";

const rigs: Rig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.close();
  await closeAll();
});

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const pdf = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

const builtInTools = ["Read", "Grep", "Glob", "Write", "Edit", "Bash", "WebSearch"];
const ordered: ToolSet = {
  builtIn: [...builtInTools, "WebFetch"],
  toolboxes: [{ name: "base", tools: ["note"] }],
};

interface Way extends Script {
  order?: RigOrder["order"];
  gatewayEnv?: RigOrder["gatewayEnv"];
  /** Once more, in a second session that goes on from the first. */
  resumed?: true;
}

async function run({ order, gatewayEnv, resumed, ...script }: Way): Promise<Recorded[]> {
  const model = openRecordingModel(script);
  const rig = await openRig({
    level: "process",
    files: { "notes.txt": "hello from a file\n", "a.pdf": pdf },
    toolboxes: [createNoteBox()],
    gatewayEnv: { ANTHROPIC_BASE_URL: model.url, ...gatewayEnv },
    order: { builtInTools, standIns: [createPageTool()], ...order },
  });
  rigs.push(rig);
  writeFileSync(join(rig.work, "a.png"), Buffer.from(png, "base64"));
  await rig.ended;
  const begun = rig.facts.find((fact) => fact.type === "session.started");
  if (resumed && begun?.type === "session.started")
    await rig.again({
      resume: begun.sessionId,
      prompt: "Go on.",
      toolboxes: [createNoteBox()],
    }).ended;
  return model.requests;
}

const done: Block[] = [{ type: "text", text: "Done." }];
const note: Turn = [call("mcp__base__note", { text: "x" })];
const search = call("WebSearch", { query: "cats", allowed_domains: ["a.example"] });

const ways: [string, Way][] = [
  [
    "all its tools, with reasoning, an image and a document",
    {
      turns: [
        [
          { type: "thinking", thinking: "Let me see.", signature: "c2ln" },
          { type: "redacted_thinking", data: "c2VjcmV0" },
          { type: "text", text: "I begin." },
          call("Read", { file_path: "notes.txt" }),
          call("mcp__base__note", { text: "x" }),
        ],
        [call("Read", { file_path: "a.png" }), call("Read", { file_path: "a.pdf" })],
        [call("Grep", { pattern: "hello" }), call("Glob", { pattern: "*" })],
        [search, call("WebSearch", { query: "dogs", blocked_domains: ["b.example"] })],
        [call("WebFetch", { url: "https://a.example" }), call("Bash", { command: "ls" })],
        [call("Write", { file_path: "b.txt", content: "b" }), call("NoSuchTool", {})],
        done,
      ],
    },
  ],
  ["a session that is resumed", { turns: [note, done], resumed: true }],
  ["a compaction", { turns: [note, note, done], inputTokens: 990_000 }],
  ["a bearer token", { turns: [done], gatewayEnv: { ANTHROPIC_API_KEY: "", ANTHROPIC_AUTH_TOKEN: "x" } }],
  ["failures and breaks", { turns: [note, 529, "drop", "max_tokens", "refusal", done] }],
  ["a conversation that is too long", { turns: [note, 400, done] }],
  ["no tools at all", { turns: [done], order: { builtInTools: [], standIns: [] } }],
  ...["haiku", "sonnet", "claude-opus-5-5[1m]", "claude-haiku-4-5", "claude-sonnet-4-5"].map(
    (model): [string, Way] => [`the model ${model}`, { turns: [[search], done], order: { model } }],
  ),
];

const sent = { marks: new Set<string>(), betas: new Set<string>() };

/** Of the connection, or made anew by the gateway. */
const own = ["accept-encoding", "authorization", "connection", "content-length", "host", "x-api-key"];

function strangeIn({ path, headers, body }: Recorded): string[] {
  const inventory = takeInventory(body);
  const betas = (headers.get("anthropic-beta") ?? "").split(",").filter((word) => word !== "");
  for (const mark of inventory.marks) sent.marks.add(mark);
  for (const beta of betas) sent.betas.add(beta);
  const webSearch = inventory.marks.has("tool:web_search_20250305");
  const names = [...headers.keys()].filter((name) => !isHeaderPassedOn(name) && !own.includes(name));
  return [
    ...(path === "/v1/messages?beta=true" ? [] : [`the path ${path}`]),
    ...names.map((name) => `the header ${name}`),
    ...[`${headers.get("anthropic-version")}`].filter((version) => version !== apiVersion),
    ...[whyNotOrdered(inventory, betas, { tools: ordered, webSearch })].filter((why) => why !== null),
  ];
}

describe("claude sends nothing that is not on the list, with", () => {
  test.each(everyNth(ways, 5))(
    "%s",
    async (_name, way) => {
      const requests = await run(way);
      expect(requests.flatMap(strangeIn)).toEqual([]);
      const models = requests.map(({ body }) => body["model"]);
      // One model for all of a session: the gateway takes it from the first request.
      expect(new Set(models).size).toBe(1);
      expect(requests.length).toBeGreaterThanOrEqual(way.turns.length);
    },
    60_000,
  );
});

longTest("the list has nothing that claude does not send (control)", () => {
  const unsent = [...listed.marks].filter((mark) => !sent.marks.has(mark));
  expect(unsent).toEqual([]);
  expect([...listed.betas].filter((beta) => !sent.betas.has(beta))).toEqual([]);
});
