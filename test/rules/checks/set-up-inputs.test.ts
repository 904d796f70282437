// Which files decide what a set-up installs, and which trees get the same outcome.
import { expect, test } from "bun:test";
import {
  inputsOf,
  isInputBy,
  outcomeKey,
  type SetUpInputs,
  usualInputs,
} from "../../../src/rules/checks/set-up-inputs.ts";

test.each<[string, boolean]>([
  ["package.json", true],
  ["web/package.json", true],
  ["a/b/c/package-lock.json", true],
  ["requirements.txt", true],
  ["ops/requirements-dev.txt", true],
  [".npmrc", true],
  ["crates/core/Cargo.toml", true],
  ["go.sum", true],
  [".cargo/config.toml", true],
  ["crates/core/.cargo/config.toml", true],
  ["requirements/dev.txt", true],
  ["services/api/requirements/dev.txt", true],
  ["my.cargo/config.toml", false],
  ["docs/my-requirements/dev.txt", false],
  ["src/package.ts", false],
  ["package.json.md", false],
  ["README.md", false],
])("of the usual ones %s is an input: %j", (path, isInput) => {
  expect(isInputBy(usualInputs)(path)).toBe(isInput);
});

test.each(usualInputs.map((pattern) => [pattern]))("%s is an input in any directory", (pattern) => {
  const path = pattern.replace(/^\*\*\//, "").replaceAll("*", "x");
  const found = [path, `web/${path}`, `packages/core/${path}`].map(isInputBy([pattern]));
  expect(found).toEqual([true, true, true]);
});

test.each<[string, string, boolean]>([
  ["**/lock", "lock", true],
  ["**/lock", "a/b/lock", true],
  ["**/lock", "a/b/clock", false],
  ["deps/**/lock", "deps/lock", true],
  ["deps/**/**/lock", "deps/a/lock", true],
  ["deps/**/lock", "depslock", false],
  ["tools/*.sh", "tools/install.sh", true],
  ["tools/*.sh", "other/tools/install.sh", false],
  ["*.sh", "other/tools/install.sh", true],
  ["deps/**", "deps/a/b", true],
  ["/install.sh", "install.sh", true],
  ["install.sh", "sub/install.sh", true],
])("%s and %s: %j", (pattern, path, isInput) => {
  expect(isInputBy([pattern])(path)).toBe(isInput);
});

const entry = (path: string, oid: string, mode = "100644") => ({ path, oid, mode });
const base: SetUpInputs = {
  command: "npm ci",
  patterns: usualInputs,
  copied: { ".env": "aa" },
  entries: [entry("package.json", "11"), entry("src/a.ts", "22")],
};

test("trees with the same manifests have the same inputs, in whatever order", () => {
  const other = { ...base, entries: [entry("src/a.ts", "99"), entry("package.json", "11")] };
  expect(inputsOf(other)).toBe(inputsOf(base));
});

test.each<[string, Partial<SetUpInputs>]>([
  ["a changed manifest", { entries: [entry("package.json", "12")] }],
  ["a manifest that became a link", { entries: [entry("package.json", "11", "120000")] }],
  ["another manifest", { entries: [...base.entries, entry("sub/package.json", "11")] }],
  ["another command", { command: "npm ci --foo" }],
  ["another copied file", { copied: { ".env": "bb" } }],
  ["other patterns", { patterns: ["package.json"] }],
])("%s makes other inputs", (_what, change) => {
  expect(inputsOf({ ...base, ...change })).not.toBe(inputsOf(base));
});

test("an outcome is named by its command, tree and copied files", () => {
  const order = { command: "npm ci", tree: "a", copied: { x: "1", y: "2" } };
  expect(outcomeKey(order)).toBe(outcomeKey({ ...order, copied: { y: "2", x: "1" } }));
  for (const change of [{ command: "x" }, { tree: "b" }, { copied: {} }])
    expect(outcomeKey({ ...order, ...change })).not.toBe(outcomeKey(order));
});
