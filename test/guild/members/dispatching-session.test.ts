// A session with bridges gives the real researcher work, looks after it, and reports what came of it. Both are real
// sessions of `claude`; only the two models are scripted.
import { afterEach, expect, test } from "bun:test";
import { cpSync, realpathSync, symlinkSync } from "node:fs";
import { installed } from "../../../src/host/program.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { newUuid } from "../../../src/host/ids.ts";
import { createSend } from "../../../src/host/network/outbound.ts";
import { type MemberName, memberName } from "../../../src/contract/member/member.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { wireName } from "../../../src/contract/package/system-toolboxes.ts";
import type { Toolbox } from "../../../src/contract/kit/index.ts";
import { type BridgedMember, bridgesFor } from "../../../src/guild/members/calls/bridge.ts";
import type { MemberHandles } from "../../../src/guild/members/member-registry.ts";
import { createMCPServerHandle } from "../../../src/guild/members/calls/mcp-server-handle.ts";
import { toolServersFor } from "../../../src/guild/members/calls/tool-servers.ts";
import { createWorkerHandle } from "../../../src/guild/members/calls/worker-handle.ts";
import { memberGuidance } from "../../../src/rules/member/member-guidance.ts";
import { createOutwardGuard } from "../../../src/guild/toolboxes/outward.ts";
import { endMembers, type MemberStage, openStage, patience } from "../../harness/members/members.ts";
import { countSession } from "../../harness/sessions.ts";
import { tempDir } from "../../harness/temp.ts";
import { modernMember, stopMcpMembers } from "./mcp-members.ts";
import { openRig, type Rig } from "../../model/session/rig.ts";
import {
  lastUserText,
  type ModelRequest,
  openScriptedModel,
  type Part,
  type ScriptedModel,
  toolNames,
  type Turn,
} from "../../model/session/scripted-model.ts";

let rig: Rig | undefined;
let researcherModel: ScriptedModel | undefined;
afterEach(async () => {
  await rig?.close();
  await endMembers();
  await researcherModel?.close();
  await stopMcpMembers();
});

const line = { send: createSend(), clock: systemClock, newId: newUuid };
const handles: MemberHandles = {
  worker: ({ found: { manifest }, endpoint }) =>
    createWorkerHandle({ ...line, name: manifest.name, capabilities: manifest.capabilities, endpoint }),
  tools: ({ found, endpoint, stop }) =>
    createMCPServerHandle({ ...line, name: found.manifest.name, endpoint, stop }),
};

async function stageWithResearcher(modelUrl: string): Promise<MemberStage> {
  const root = tempDir();
  const directory = `${root}/guild-members/researcher`;
  cpSync(installed("guild-members/researcher"), directory, { recursive: true });
  symlinkSync(realpathSync(installed("node_modules")), `${directory}/node_modules`);
  const gateway = {
    port: 4001,
    admit: () => undefined,
    dismiss: () => undefined,
    env: (secret: string) => ({ ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_API_KEY: secret }),
  };
  return openStage({ handles, gateway, startWithinMs: 20_000 }, root);
}

const internal = (tool: string, input: Record<string, unknown>) => ({
  tool: `mcp__worker-internal__${tool}`,
  input,
});

/** The researcher's part. */
const research: Turn[] = [
  {
    use: [
      internal("update_summary", { summary: "Reading the tide tables." }),
      internal("log_question", { question: "Which port is meant?" }),
      internal("record_decision", {
        question: "Which port?",
        decision: "Hamburg",
        reasoning: "The largest.",
      }),
    ],
  },
  { use: [internal("submit_result", { output: "# High water at noon" })] },
  { say: "Done." },
];

const bridge = "researcher-dispatch";
const dispatch = { description: "Tides", task: "When is high water?" };

/** The other part: it dispatches, asks until the job is completed, fetches the result and says what was found and asked. */
function manage(): Part[] {
  let jobId = "";
  let question = "";
  const react = (request: ModelRequest): Turn => {
    const last = lastUserText(request);
    const id = `msg_${request.body.messages.length}`;
    jobId = /as job ([\w-]+)/.exec(last)?.[1] ?? jobId;
    question = /Which port is meant\?/.exec(last)?.[0] ?? question;
    const found = /# High[^\\]*/.exec(last)?.[0];
    if (found !== undefined) return { id, say: `The researcher found: ${found}. It asks: ${question}` };
    const tool = wireName(bridge, last.includes("is completed") ? "result" : "status");
    return { id, use: [{ tool, input: { jobId } }] };
  };
  const echo = { tool: wireName("echoer", "echo"), input: { words: "hello" } };
  return [{ use: [echo, { tool: wireName(bridge, "dispatch"), input: dispatch }] }, react];
}

/** As a workbench guards the toolboxes of a session. Asked again before the researcher is done, status waits for it. */
function guarded(boxes: readonly Toolbox[], facts: FactBody[], done: Promise<void>): Toolbox[] {
  const guard = createOutwardGuard({ record: async (fact) => void facts.push(fact), unknown: [] });
  let asked = 0;
  return boxes.map((box) => ({
    ...box,
    tools: box.tools.map((tool) =>
      guard(wireName(box.name, tool.name), {
        ...tool,
        handle: async (input, call) => {
          if (tool.name === "status" && (asked += 1) > 1) await done;
          return tool.handle(input, call);
        },
      }),
    ),
  }));
}

/** The researcher takes work and has no tools; the other has a tool and takes no work. */
async function toolboxesOf({ members }: MemberStage, listed: readonly BridgedMember[]): Promise<Toolbox[]> {
  const echoer = { name: memberName.parse("echoer"), capabilities: [] };
  const { url } = modernMember();
  const endpoint = async () => ({ url, secret: "" });
  const handle = createMCPServerHandle({ ...line, name: "echoer", endpoint, stop: async () => undefined });
  const tools = async (name: MemberName) => (name === "echoer" ? handle : members.tools(name));
  const all = [...listed, echoer];
  const { toolboxes, problems } = await toolServersFor({ tools }, { members: all, signal: patience() });
  expect(problems).toEqual([]);
  return [...bridgesFor(members, all), ...toolboxes];
}

test("a session dispatches a job to the researcher, polls it and reports its result", async () => {
  const model = await openScriptedModel(research);
  researcherModel = model;
  countSession();
  const stage = await stageWithResearcher(model.url);
  const { members: listed } = await stage.members.list();
  const effects: FactBody[] = [];
  const toolboxes = await toolboxesOf(stage, listed);
  expect(toolboxes.map(({ name }) => name)).toEqual([bridge, "echoer"]);

  rig = await openRig({
    toolboxes: guarded(toolboxes, effects, model.asked(research.length)),
    turns: manage(),
    order: { systemPrompt: memberGuidance(listed), maxTurns: 100 },
  });
  expect(await rig.ended).toEqual({
    how: "normal",
    finalText: "The researcher found: # High water at noon. It asks: Which port is meant?",
  });

  const [first] = rig.model.requests;
  expect(toolNames(first).filter((name) => name.startsWith("mcp__"))).toEqual([
    "mcp__echoer__echo",
    ...["cancel", "delete", "dispatch", "list", "result", "status"].map((tool) => wireName(bridge, tool)),
  ]);
  expect(first?.body.tools?.find(({ name }) => name === "mcp__echoer__echo")).toMatchObject({
    description: "Says it again.",
    input_schema: {
      properties: { words: { type: "string", description: "What to say" } },
      required: ["words"],
    },
  });
  expect(JSON.stringify(first?.body.system)).toContain("## researcher (toolbox researcher-dispatch)");

  const answers = answersIn(rig.facts);
  expect(answers[0]).toEqual([
    "mcp__echoer__echo",
    expect.stringMatching(/<member .{12}>\nhello\n<\/member/),
  ]);
  expect(answers[1]).toEqual([wireName(bridge, "dispatch"), expect.stringContaining("has taken it as job")]);
  expect(answers[2]).toEqual([wireName(bridge, "status"), expect.stringMatching(/^Job [\w-]+ is running\./)]);
  const [asked, told] = answers.at(-2) ?? [];
  expect(asked).toBe(wireName(bridge, "status"));
  expect(told).toMatch(/^Job [\w-]+ is completed\.[^]*Reading the tide tables\.[^]*Hamburg/);
  expect(answers.at(-1)).toEqual([
    wireName(bridge, "result"),
    expect.stringMatching(/<member .{12}>\n# High water at noon\n<\/member/),
  ]);
  expect(effects.filter(({ type }) => type === "effect.ended")).toHaveLength(2);
}, 60_000);

function answersIn(facts: readonly FactBody[]): [string, string][] {
  return facts.flatMap((fact): [string, string][] => {
    if (fact.type !== "tool.called") return [];
    const back = facts.find((other) => other.type === "tool.returned" && other.callId === fact.callId);
    return back?.type === "tool.returned" ? [[fact.tool, back.output]] : [];
  });
}
