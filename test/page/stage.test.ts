// The stage: its scenes, the model that plays them, and the home with many commissions.
import { afterEach, describe, expect, test } from "bun:test";
import { openMany } from "../../scripts/page/stage-many.ts";
import { openStageModel, type StageModel } from "../../scripts/page/stage-model.ts";
import { readScenes, type Scene, scriptOf, wordsOf } from "../../scripts/page/stage-scenes.ts";

const scenes = readScenes();
const models: StageModel[] = [];

afterEach(async () => {
  for (const model of models.splice(0)) await model.close();
});

function open(played: readonly Scene[] = scenes): StageModel {
  const model = openStageModel(played);
  models.push(model);
  return model;
}

function ask(
  { env }: StageModel,
  { says, key = env["ANTHROPIC_API_KEY"] ?? "" }: { says: string; key?: string },
) {
  const body = {
    model: "claude-opus-5-5",
    tools: [{ name: "Read" }],
    messages: [{ role: "user", content: `# Task\n\n${says}` }],
  };
  return fetch(`${env["ANTHROPIC_BASE_URL"]}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": key },
    body: JSON.stringify(body),
  });
}

const textOf = async (answer: Response) =>
  ((await answer.json()) as { content: { text: string }[] }).content[0]?.text;

describe("the scenes of the stage", () => {
  test.each(scenes.map((scene) => [scene.name, scene] as const))(
    "%s has words that no other has",
    (_, scene) => {
      const others = scenes.filter((other) => other !== scene);
      const told = (other: Scene) => `${other.commission?.task ?? ""}${other.when ?? ""}`;
      expect(wordsOf(scene).length).toBeGreaterThan(10);
      expect(others.filter((other) => told(other).includes(wordsOf(scene)))).toEqual([]);
    },
  );

  test("one that waits for another names one that there is", () => {
    const names = scenes.map(({ name }) => name);
    for (const { after } of scenes) if (after !== undefined) expect(names).toContain(after);
  });

  test("what is paid for says how much was read; what is rehearsed says nothing of it", () => {
    for (const scene of scenes)
      for (const turn of scriptOf(scene).turns) expect("usage" in turn).toBe(!scene.rehearsed);
  });
});

describe("the model of the stage", () => {
  test("plays the scene whose words a request has, and a later attempt's before the first one's", async () => {
    const [first, again] = ["retry-after", "retry-after-again"].map((name) =>
      scenes.find((each) => each.name === name),
    );
    const model = open([...scenes].reverse());
    const task = wordsOf(first as Scene);
    expect(await textOf(await ask(model, { says: task }))).toBe(
      first?.turns[0] && "say" in first.turns[0] ? first.turns[0].say : "",
    );
    expect(await textOf(await ask(model, { says: `${task}\n| ${wordsOf(again as Scene)}` }))).toStartWith(
      "The person answered",
    );
  });

  test("refuses words that are in no scene, and whoever does not have its key", async () => {
    const model = open();
    expect((await ask(model, { says: "Something else." })).status).toBe(402);
    expect((await ask(model, { says: wordsOf(scenes[0] as Scene), key: "another" })).status).toBe(401);
  });

  test("holds a turn until it is released", async () => {
    const held: Scene = { ...(scenes.find(({ name }) => name === "node-22") as Scene), holdAt: 0 };
    const model = open([held]);
    let answered = false;
    const answer = ask(model, { says: wordsOf(held) }).then((given) => {
      answered = true;
      return given;
    });
    await ask(model, { says: "Another request comes and goes meanwhile." });
    expect(answered).toBe(false);
    model.release(held.name);
    expect((await answer).status).toBe(200);
  });
});

test("a stage of many has them all, of every end, and one with 20,000 lines", async () => {
  const { hall, close } = await openMany({ count: 80 });
  try {
    const { commissions } = await hall.client.list({ limit: 1000 });
    expect(commissions).toHaveLength(81);
    expect(new Set(commissions.map(({ status }) => status))).toEqual(
      new Set(["completed", "failed", "cancelled"]),
    );
    const [longest] = commissions;
    const { events } = await hall.client.commissionEvents(longest?.id as never, {
      after: 19_990,
      limit: 100,
    });
    expect(events.at(-1)?.seq).toBe(20_000);
  } finally {
    await close();
  }
}, 30_000);
