// The prompt that a person is shown beforehand, compared with what the real `claude` then sends for a commission: byte
// for byte, but for the texts that the answer itself names as others in each commission.
import { afterEach, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import type { Told } from "../../src/contract/commission/told.ts";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import { claudesModel } from "../../src/rules/model/model-list.ts";
import { gitIn, makeRepository } from "../harness/git/repositories.ts";
import { TestHome, untilEnded } from "../harness/hall.ts";
import { removeTempDirs } from "../harness/temp.ts";
import { openScriptedModel, type ScriptedModel } from "../model/session/scripted-model.ts";
import { countSession } from "../harness/sessions.ts";

const homes: TestHome[] = [];
const models: ScriptedModel[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  for (const model of models.splice(0)) await model.close();
  removeTempDirs();
});

/** Returns the body with a mark in place of each text that is another in each commission. */
function masked({ body, varying }: Pick<Told, "body" | "varying">): string {
  return varying.reduce((text, { text: found, why }) => text.replaceAll(found, `<${why}>`), body);
}

test("what a worker would be told is what it then is told, byte for byte, and no model is asked for it", async () => {
  const submit = { tool: "mcp__commission__submit_result", input: { summary: "Done.", output: "# Done" } };
  const model = await openScriptedModel([{ use: [submit] }, { say: "Done." }]);
  models.push(model);
  const home = new TestHome();
  homes.push(home);
  const { config, run } = homeLayout(home.root);
  const path = makeRepository({
    "AGENTS.md": "Indent with tabs.\n",
    "web/AGENTS.md": "No scripts.\n",
    ".claude/skills/release/SKILL.md": "---\nname: release\ndescription: How to release\n---\nTag it.\n",
  });
  gitIn(path, "branch", "claude/main");
  const project = { path, branch: "main", checks: ["true"] };
  writeFileSync(config, JSON.stringify({ projects: { acme: project } }));
  const credential = { kind: "auth_token" as const, secret: "none" };
  const { client } = await home.open({ handoff: { ...emptyHandoff, credential, baseUrl: model.url } });
  const place = { scope: memoryScope.parse("global"), key: memoryKey.parse("style") };
  await client.memory.write(place, { content: "Be brief." });
  const asked = { worker: "implementer", project: "acme", task: 'Mend "it".\nNow.' } as const;

  const shown = await client.prompt(asked);
  countSession();
  expect(model.requests).toEqual([]);
  expect(readdirSync(run).filter((name) => name.startsWith("prompt-"))).toEqual([]);
  expect(gitIn(path, "worktree", "list").split("\n")).toHaveLength(1);
  expect(gitIn(path, "branch", "--list", "claude/commission/*")).toBe("");
  expect((await client.list()).commissions).toEqual([]);

  const { id } = await client.create(asked);
  await untilEnded(client, id);
  const told = await client.told(id);
  const [sent] = model.requests;
  expect(JSON.parse(told.body)).toEqual(sent?.body);
  expect(masked(shown)).toBe(masked(told));
  // What is left out of the comparison is what may be: nothing that a person or a package wrote but the task.
  const marks = shown.varying.map(({ why }) => why);
  expect(told.varying.map(({ why }) => why)).toEqual(marks);
  expect(marks).toHaveLength(6);
  for (const words of ["Indent with tabs.", "web/AGENTS.md", "How to release", "Be brief.", "acceptance-1"])
    expect(masked(shown)).toContain(words);
  const { body: _shown, varying: _varying, at: _at, ...facts } = shown;
  expect(told).toMatchObject({ ...facts, parts: expect.anything(), tokens: facts.tokens });
  expect(shown.tokens.memory).toBeGreaterThan(0);
  expect(shown).toMatchObject({ model: claudesModel, modelChoice: { name: null, from: "open" } });
}, 60_000);

test("a prompt that no commission could have is refused, and says why", async () => {
  const home = new TestHome();
  homes.push(home);
  const { client } = await home.open();
  const whyNot = (asked: Parameters<typeof client.prompt>[0]) =>
    client.prompt(asked).then(
      () => null,
      (error: Error & { code?: string }) => error.code,
    );
  expect(await whyNot({ worker: "stranger" })).toBe("unknown_worker");
  expect(await whyNot({ worker: "implementer", project: "acme" })).toBe("unknown_project");
  expect(await whyNot({ worker: "member:researcher" })).toBe("not_for_members");
  expect(await whyNot({ worker: "implementer", config: { tools: ["mcp__mail__send"] } })).toBe("widens");
});
