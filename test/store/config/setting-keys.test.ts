// What is said of each key is what the contract takes there: tried at its bounds, and one step beyond.
import { describe, expect, test } from "bun:test";
import { withKeys } from "../../../src/store/config/setting-keys.ts";
import { configKeys, defaultConfig, hallConfig } from "../../../src/contract/home/config.ts";
import { type SettingKey, settings } from "../../../src/contract/api/settings.ts";

const inForce = { file: "config.yaml", from: "file", config: defaultConfig, problems: [] } as const;
const { keys } = withKeys({ ...inForce, given: ["slots", "limits.maxTurns"], problems: [] });

test("every key that is not in a map is there, in order, with a description and its default", () => {
  expect(keys.map(({ key }) => key)).toEqual([...configKeys]);
  expect(keys.filter(({ description, expects }) => description === "" || expects === "any value")).toEqual(
    [],
  );
  expect(keys.filter(({ given }) => given).map(({ key }) => key)).toEqual(["slots", "limits.maxTurns"]);
  expect(settings.shape.keys.parse(keys)).toEqual(keys);
});

test.each([
  ["slots", { type: "integer", nullable: false, min: 1, max: 1000, default: 5, holdsFrom: "now" }],
  [
    "limits.maxBudgetUsd",
    {
      type: "number",
      nullable: true,
      min: 0,
      aboveMin: true,
      max: 10_000,
      default: null,
      holdsFrom: "new-work",
    },
  ],
  ["sandbox.minimum", { type: "choice", choices: ["bubblewrap", "process", "none"], min: null, max: null }],
  ["fetch.deny", { type: "list", max: 1000, default: [] }],
  ["members.slots", { holdsFrom: "member-start" }],
] as const)("%s is said to be what it is", (key, said) => {
  expect(keys.find((each) => each.key === key)).toMatchObject(said);
});

describe.each(keys.map((each) => [each.key, each] as const))("%s", (key, said) => {
  test("takes what is said, and nothing beyond", () => {
    for (const value of within(said))
      expect({ value, taken: isTaken(key, value) }).toEqual({ value, taken: true });
    for (const value of beyond(said))
      expect({ value, taken: isTaken(key, value) }).toEqual({ value, taken: false });
  });
});

function within({ type, min, max, aboveMin, choices, nullable, default: standard }: SettingKey): unknown[] {
  const own = [standard, ...(nullable ? [null] : []), ...(choices ?? [])];
  if (type !== "integer" && type !== "number") return own;
  return [...own, aboveMin ? (min ?? 0) + 0.001 : min, max];
}

function beyond({ type, min, max, aboveMin, nullable }: SettingKey): unknown[] {
  const others = ["\0", { a: 1 }, ...(nullable ? [] : [null])];
  if (type === "list") return [...others, Array.from({ length: (max ?? 0) + 1 }, () => "a.example")];
  if (type !== "integer" && type !== "number") return others;
  return [...others, aboveMin ? min : (min ?? 0) - 1, (max ?? 0) + 1, ...(type === "integer" ? [1.5] : [])];
}

function isTaken(key: string, value: unknown): boolean {
  const [section = "", name] = key.split(".");
  return hallConfig.safeParse({ [section]: name === undefined ? value : { [name]: value } }).success;
}
