// Accepting that stops, with the commands of a person, a real hall, real git and the real claude: what conflicts and
// what fails beside accepted work stays on its branch with the evidence, and is accepted once nothing is in its way.
import { afterEach, expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commissionId, type CommissionId } from "../../../src/contract/home/ids.ts";
import { LaunchedHome } from "../../harness/launched-home.ts";
import { gitIn, makeRepository } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import type { Launched } from "../../cli/support.ts";
import { longTest } from "../../harness/long.ts";

const homes: LaunchedHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  removeTempDirs();
});

/** Passes unless the lamp is light and the curtain is drawn. */
const check = "if grep -q light lamp.sh && test -e curtain.txt; then echo too dark to read; exit 7; fi";
const scriptOf = (path: string, content: string) => `version: 1
name: writes
turns:
  - use:
      - { tool: Read, input: { file_path: lamp.sh } }
      - { tool: Write, input: { file_path: ${path}, content: "${content}\\n" } }
  - use: [{ tool: mcp__commission__submit_result, input: { summary: Written. } }]
  - say: Done.
`;

async function openProject() {
  const home = new LaunchedHome();
  homes.push(home);
  await home.up();
  const checkout = makeRepository({ "lamp.sh": "echo dark\n" });
  const run = (...args: string[]) => home.run(...args);
  expect(await run("project", "add", "lamps", checkout)).toMatchObject({ code: 0 });
  expect(await run("config", "set", "projects.lamps.land", "review")).toMatchObject({ code: 0 });
  expect(await run("config", "set", "projects.lamps.checks", JSON.stringify([check]))).toMatchObject({
    code: 0,
  });
  return { home, checkout, run };
}

async function ask(home: LaunchedHome, [path, content]: readonly [string, string]): Promise<CommissionId> {
  const file = join(home.place, `${path}-${content}.yaml`.replaceAll(" ", "-"));
  writeFileSync(file, scriptOf(path, content));
  const order = ["implementer", `Write ${content}`, "--project", "lamps", "--rehearsal", file];
  const { stdout, stderr } = await home.run("commission", ...order, "--json");
  expect(stderr).toBe("");
  return commissionId.parse((JSON.parse(stdout) as { id: string }).id);
}

const stopped = ({ code, stdout }: Launched) => {
  expect(code).toBe(4);
  expect(stdout).toStartWith("accept stopped: ");
  expect(stdout).toContain("claude/main is as it was, and the work stays on its branch.");
  return stdout;
};

longTest(
  "a conflict and a red check stop accept, move nothing, and are shown; undo clears the way",
  async () => {
    const { home, checkout, run } = await openProject();
    const [light, red, curtain] = await Promise.all([
      ask(home, ["lamp.sh", "echo light"]),
      ask(home, ["lamp.sh", "echo red"]),
      ask(home, ["curtain.txt", "drawn"]),
    ]);
    for (const id of [light, red, curtain]) expect(await run("watch", id)).toMatchObject({ code: 0 });
    const tips = () => [red, curtain].map((id) => gitIn(checkout, "rev-parse", `claude/commission/${id}`));
    const before = tips();

    expect(await run("review", "accept", light)).toMatchObject({ code: 0 });
    const integration = gitIn(checkout, "rev-parse", "claude/main");
    const conflict = stopped(await run("review", "accept", red));
    expect(conflict).toContain("conflict in lamp.sh");
    expect(conflict).toContain(`guild-hall review send-back ${red}`);
    const refuted = stopped(await run("review", "accept", curtain));
    expect(refuted).toContain("too dark to read");
    expect(refuted).not.toContain("conflict");
    expect([gitIn(checkout, "rev-parse", "claude/main"), ...tips()]).toEqual([integration, ...before]);

    const { stdout: list } = await run("review");
    expect(list).toStartWith("2 finished works wait for you.\n");
    expect(list.match(/accept stopped: /g)).toHaveLength(2);
    expect((await run("show", curtain)).stdout).toContain("accept stopped: ");

    expect(await run("undo", light)).toMatchObject({ code: 0 });
    expect(await run("review", "accept", curtain)).toMatchObject({ code: 0 });
    expect(gitIn(checkout, "show", "claude/main:curtain.txt")).toBe("drawn");
    expect(gitIn(checkout, "show", "claude/main:lamp.sh")).toBe("echo dark");
  },
  180_000,
);
