// Everything that a worker with a shell is told of commits, read off the wire of the real `claude`: the hall's own rule,
// and nothing beside it.
import { afterEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { gitIn, makeRepository } from "../harness/git/repositories.ts";
import { TestHome, untilEnded } from "../harness/hall.ts";
import { layNamed } from "../harness/packages/packages.ts";
import { removeTempDirs } from "../harness/temp.ts";
import { openScriptedModel, type ScriptedModel, toolNames } from "../model/session/scripted-model.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";

const homes: TestHome[] = [];
const models: ScriptedModel[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  for (const model of models.splice(0)) await model.close();
  removeTempDirs();
});

const rule = "do not run git commit or git stash, not even for a while, and make or switch no branches.";

test.skipIf(isWithoutSandbox)(
  "claude adds no words on commits to those of the hall, where a worker has a shell",
  async () => {
    const submit = { tool: "mcp__commission__submit_result", input: { summary: "Done.", output: "# Done" } };
    const look = { tool: "Bash", input: { command: "git status --short && git log --oneline" } };
    const model = await openScriptedModel([{ use: [look] }, { use: [submit] }, { say: "Done." }]);
    models.push(model);
    const home = new TestHome();
    homes.push(home);
    const { config, packages } = homeLayout(home.root);
    layNamed(packages, { name: "smith", more: { builtInTools: ["Bash"], files: "write", checkout: "full" } });
    const path = makeRepository({ "README.md": "# Lamps\n" });
    gitIn(path, "branch", "claude/main");
    writeFileSync(config, JSON.stringify({ projects: { lamps: { path, branch: "main" } } }));
    const credential = { kind: "api_key" as const, secret: "none" };
    const { client } = await home.open({ handoff: { ...emptyHandoff, credential, baseUrl: model.url } });
    const { id } = await client.create({ worker: "smith", task: "Look around.", project: "lamps" });
    expect(await untilEnded(client, id)).toMatchObject({ status: "completed", endedBy: "normal" });

    const [first, second] = model.requests;
    expect(toolNames(first)).toContain("Bash");
    // The hall keeps exactly what was sent, and shows it.
    const told = await client.told(id);
    expect(JSON.parse(told.body)).toEqual(first?.body);
    expect(told.parts.filter(({ kind }) => kind === "tool").map(({ name }) => name)).toEqual(
      (first?.body.tools ?? []).map(({ name }) => name),
    );
    expect(told.network).toEqual(["Bash: no network."]);
    const said = JSON.stringify({ ...first?.body, metadata: null });
    expect(said.split(rule)).toHaveLength(2);
    expect(said.replace(rule, "")).not.toMatch(
      /\bWIP\b|\bstash\b|git commit|pull request|Co-Authored|attribution/i,
    );
    expect(said).toContain("The hall commits what you leave there");
    expect(said).toContain("# Your limits");
    // Git in the sandbox works as in any worktree.
    expect(JSON.stringify(second?.body.messages.at(-1))).toContain("Change README.md");
  },
  60_000,
);
