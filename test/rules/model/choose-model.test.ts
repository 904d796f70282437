import { expect, test } from "bun:test";
import fc from "fast-check";
import { hallConfig } from "../../../src/contract/home/config.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import { workerName } from "../../../src/contract/member/member.ts";
import {
  chooseModel,
  type ModelOrder,
  namedModels,
  placeOfChoice,
} from "../../../src/rules/model/choose-model.ts";
import { claudesModel, listModels } from "../../../src/rules/model/model-list.ts";
import { costOf, noUsage, rateOf } from "../../../src/rules/model/prices.ts";
import {
  choiceWords,
  defaultModelWords,
  modelWords,
  priceWords,
} from "../../../src/rules/show/model-words.ts";

const sources = ["commission", "worker", "project", "hall", "package"] as const;

test("the narrowest word of a person decides, then the package's, whatever the others say", () => {
  const name = fc.option(fc.constantFrom("a", "b", "c"), { nil: null });
  const named = fc.record({ commission: name, worker: name, project: name, hall: name, package: name });
  fc.assert(
    fc.property(named, (models) => {
      const from = sources.find((source) => models[source] !== null);
      expect(chooseModel(models)).toEqual(
        from === undefined ? { name: null, from: "open" } : { name: models[from], from },
      );
    }),
  );
});

const settings = hallConfig.parse({
  model: "of-hall",
  projects: { acme: { model: "of-project" }, bare: {} },
  workers: { reviewer: { model: "of-worker" } },
  guildMembers: { scholar: { model: "of-member" } },
});
const asked = (worker: string, project: string | null, more: Partial<ModelOrder> = {}): ModelOrder => ({
  worker: workerName.parse(worker),
  project: project === null ? null : projectName.parse(project),
  config: {},
  settings,
  own: "of-package",
  ...more,
});

test.each<[string, ModelOrder, string | null, string]>([
  ["--model", asked("reviewer", "acme", { config: { model: "of-person" } }), "of-person", "as asked for"],
  ["the worker's setting", asked("reviewer", "acme"), "of-worker", "workers.reviewer.model"],
  ["the project's", asked("implementer", "acme"), "of-project", "projects.acme.model"],
  ["the hall's", asked("implementer", "bare"), "of-hall", "model in config.yaml"],
  ["a member's", asked("member:scholar", null), "of-member", "guildMembers.scholar.model"],
  ["another member's", asked("member:reviewer", null), "of-hall", "model in config.yaml"],
  ["no inherited name", asked("constructor", null), "of-hall", "model in config.yaml"],
  [
    "the package's",
    asked("implementer", null, { settings: hallConfig.parse({}) }),
    "of-package",
    "its package",
  ],
])("the model is that of %s", (_, order, name, place) => {
  const choice = chooseModel(namedModels(order));
  expect(choice.name).toBe(name);
  expect(placeOfChoice(choice, order)).toBe(place);
});

test("each listed model has the price that is counted, and a default without a known price is listed too", () => {
  const { defaults, models } = listModels(settings);
  expect(defaults).toEqual({
    hall: "of-hall",
    claude: claudesModel,
    projects: [{ name: "acme", model: "of-project" }],
    workers: [{ name: "reviewer", model: "of-worker" }],
    members: [{ name: "scholar", model: "of-member" }],
  });
  const inOf = (name: string) => costOf(name, { ...noUsage, input: 1_000_000 }).costUsd;
  const short = models.filter(({ usdPerMillion }) => usdPerMillion !== null && !usdPerMillion.long);
  expect(short.length).toBeGreaterThan(10);
  for (const { name, usdPerMillion } of short) expect(usdPerMillion?.input).toBe(inOf(name) ?? Number.NaN);
  expect(models.find(({ name }) => name === "of-project")).toEqual({
    name: "of-project",
    contextWindow: null,
    usdPerMillion: null,
    fastUsdPerMillion: null,
  });
});

test("a person is told which model it is, why, and what it costs", () => {
  const open = { name: null, from: "open" } as const;
  const own = { worker: "implementer", project: null, choice: open };
  expect(choiceWords(own)).toStartWith(`${claudesModel} (claude's own choice`);
  expect(priceWords(own)).toBe(
    `$${rateOf(claudesModel)?.input} per million tokens in, $${rateOf(claudesModel)?.output} out`,
  );
  const members = { ...own, worker: "member:scholar" };
  expect([choiceWords(members), priceWords(members)]).toEqual([
    "the guild member's own choice (no default is set)",
    "",
  ]);
  const strange = { ...own, choice: { name: "strange-1", from: "hall" } as const };
  expect(choiceWords(strange)).toBe("strange-1 (model in config.yaml)");
  expect(priceWords(strange)).toStartWith("its price is not known");
  expect(defaultModelWords(null)).toContain(claudesModel);
});

test("a session that began with another model than the chosen one is shown with both", () => {
  const choice = { name: "alias", from: "hall" } as const;
  const shown = { worker: "implementer", project: null, modelChoice: choice };
  expect(modelWords({ ...shown, model: null })).toBe("alias (model in config.yaml)");
  expect(modelWords({ ...shown, model: "alias" })).toBe("alias (model in config.yaml)");
  expect(modelWords({ ...shown, model: "full-1" })).toBe("full-1; asked for: alias (model in config.yaml)");
  expect(modelWords({ ...shown, model: "full-1", modelChoice: null })).toBe("full-1");
});
