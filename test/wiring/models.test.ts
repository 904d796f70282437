// The model of a commission, from the settings to the wire of the real `claude`: it is the one that the ledger names when
// the commission is accepted, also if the default changes before it starts.
import { afterEach, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { claudesModel } from "../../src/rules/model/model-list.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { removeTempDirs } from "../harness/temp.ts";
import { openScriptedModel, type ScriptedModel } from "../model/session/scripted-model.ts";

const homes: TestHome[] = [];
const models: ScriptedModel[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  for (const model of models.splice(0)) await model.close();
  removeTempDirs();
});

const submit = { tool: "mcp__commission__submit_result", input: { summary: "Done.", output: "# Done" } };

test("a changed default does not change a commission that was accepted before, and the wire has what the ledger names", async () => {
  const model = await openScriptedModel([{ hang: true }, { use: [submit] }, { say: "Done." }]);
  models.push(model);
  const home = new TestHome();
  homes.push(home);
  const { config } = homeLayout(home.root);
  const one = { slots: 1, spares: 0 };
  writeFileSync(config, JSON.stringify({ ...one, workers: { implementer: { model: "claude-haiku-4-5" } } }));
  const credential = { kind: "api_key" as const, secret: "none" };
  const { client } = await home.open({ handoff: { ...emptyHandoff, credential, baseUrl: model.url } });
  // No default holds for the first, so claude chooses. The second waits for its slot.
  const first = await client.create({ worker: "writer", task: "Look around." });
  const second = await client.create({ worker: "implementer", task: "Look around." });
  expect(second.modelChoice).toEqual({ name: "claude-haiku-4-5", from: "worker" });
  await model.asked(1);
  writeFileSync(config, JSON.stringify({ ...one, model: "claude-sonnet-4-5" }));
  await until("the new default", async () => (await client.status()).model.default === "claude-sonnet-4-5");
  expect(await client.detail(second.id)).toMatchObject({ status: "pending", model: null });
  await client.cancel(first.id);
  expect(await untilEnded(client, second.id)).toMatchObject({
    status: "completed",
    model: "claude-haiku-4-5",
  });
  const later = await client.create({ worker: "implementer", task: "Look around." });
  expect(later.modelChoice).toEqual({ name: "claude-sonnet-4-5", from: "hall" });
  await client.cancel(later.id);
  expect(model.requests.slice(0, 3).map(({ body }) => body.model)).toEqual([
    claudesModel,
    "claude-haiku-4-5",
    "claude-haiku-4-5",
  ]);
  const [created] = readFileSync(home.layout(second.id).events, "utf8").split("\n");
  expect(JSON.parse(created ?? "")).toMatchObject({ request: { model: second.modelChoice } });
}, 60_000);
