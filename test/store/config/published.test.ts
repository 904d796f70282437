// What is published of config.yaml: the schema, the guide's table, its example, and the level of a machine in words.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { mapPatterns } from "../../../src/store/config/keys.ts";
import { parseConfig } from "../../../src/store/config/parse.ts";
import { keyRows, publishedSchema } from "../../../src/store/config/published.ts";
import { configKeys } from "../../../src/contract/home/config.ts";
import type { SandboxLevel } from "../../../src/contract/commission/commission.ts";
import { installed } from "../../../src/host/program.ts";
import { sandboxShortfall } from "../../../src/rules/limits/sandbox-minimum.ts";

const guide = readFileSync(installed("docs/guide/configuration.md"), "utf8");

test('docs/config.schema.json is what the contract says; if not, run "npm run docs:config"', () => {
  const committed = readFileSync(installed("docs/config.schema.json"), "utf8");
  expect(committed === `${JSON.stringify(publishedSchema(), null, 2)}\n`).toBe(true);
});

test('the guide\'s table has every key with its default; if not, run "npm run docs:config"', () => {
  const rows = guide
    .split("## Every key")[1]
    ?.split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    keyRows().map((row) => [
      `\`${row.key}\``,
      `\`${row.default}\``,
      row.expects,
      row.summary.replace(/\.$/, ""),
    ]),
  );
  expect(rows?.length).toBe(configKeys.length + mapPatterns().length);
  for (const [, , , summary = ""] of rows ?? []) expect(summary).not.toBe("");
});

test("the guide's example is a good file that sets what it shows", () => {
  const example = /```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
  expect(parseConfig(example)).toMatchObject({
    ok: true,
    config: {
      slots: 3,
      limits: { maxSeconds: 7200 },
      sandbox: { minimum: "bubblewrap" },
      projects: { acme: { limits: { maxTurns: 200 } }, notes: {} },
      checks: { test: { command: "npm test" }, lint: { timeoutSeconds: 60 } },
    },
  });
});

const levels: SandboxLevel[] = ["none", "process", "bubblewrap"];
test.each(
  levels.flatMap((minimum, demanded) =>
    levels.map((level, found) => [minimum, level, demanded <= found] as const),
  ),
)("a minimum of %s on a machine of level %s is met: %j", (minimum, level, isMet) => {
  const shortfall = sandboxShortfall(minimum, { level, detail: "Install it." });
  expect(shortfall === null).toBe(isMet);
  if (!isMet) expect(shortfall).toContain(`"${minimum}", and this machine has level "${level}". Install it.`);
});
