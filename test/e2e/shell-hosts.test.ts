// The hosts of `projects.NAME.shell.allow` through a real hall, read off the wire and in the ledger: a run that has them
// goes without `copy` and leaves marked work, and a run that begins at such work never has them.
import { afterEach, expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { packageName, projectName } from "../../src/contract/home/ids.ts";
import { gitIn, makeRepository } from "../harness/git/repositories.ts";
import { TestHome, untilEnded } from "../harness/hall.ts";
import { removeTempDirs } from "../harness/temp.ts";
import { openScriptedModel, type ScriptedModel } from "../model/session/scripted-model.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";
import { longTest } from "../harness/long.ts";

const homes: TestHome[] = [];
const models: ScriptedModel[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  for (const model of models.splice(0)) await model.close();
  removeTempDirs();
});

const host = "registry.example.org";

longTest.skipIf(isWithoutSandbox)(
  "a run has hosts, or the files of copy, and none has hosts that begins at the work of another that had",
  async () => {
    const turns = (n: number) => [
      {
        use: [{ tool: "Bash", input: { command: `ls -A; env | grep -c -i _proxy; echo ${n} > made-${n}` } }],
      },
      { use: [{ tool: "mcp__commission__submit_result", input: { summary: `Done ${n}.` } }] },
      { say: "Done." },
    ];
    const model = await openScriptedModel([...turns(1), ...turns(2)]);
    models.push(model);
    const home = new TestHome();
    homes.push(home);
    const path = makeRepository({ "README.md": "# Lamps\n", ".gitignore": ".env\n" });
    gitIn(path, "branch", "claude/main");
    writeFileSync(`${path}/.env`, "DB_PASSWORD=hunter2\n");
    const lamps = { path, branch: "main", copy: [".env"], shell: { allow: [host] } };
    writeFileSync(homeLayout(home.root).config, JSON.stringify({ projects: { lamps } }));
    const credential = { kind: "api_key" as const, secret: "none" };
    const { client } = await home.open({ handoff: { ...emptyHandoff, credential, baseUrl: model.url } });
    const carryOut = async (task: string) => {
      const asked = model.requests.length;
      const request = { worker: packageName.parse("implementer"), task, project: projectName.parse("lamps") };
      const { id } = await client.create(request);
      expect(await untilEnded(client, id)).toMatchObject({ status: "completed", endedBy: "normal" });
      const { events } = await client.commissionEvents(id, { limit: 1000 });
      const [first] = model.requests.slice(asked);
      const bash = (first?.body.tools ?? []).find(({ name }) => name === "Bash");
      const answer = events.find(({ type }) => type === "tool.returned");
      return {
        events,
        types: events.map(({ type }) => type as string),
        told: JSON.stringify(bash),
        saw: answer?.type === "tool.returned" ? answer.output : "",
        dispatched: events.find(({ type }) => type === "commission.dispatched"),
      };
    };

    const first = await carryOut("Begin.");
    expect(first.dispatched).toMatchObject({ shell: [host] });
    expect(first.types.indexOf("shell.opened")).toBeGreaterThan(0);
    expect(first.types.indexOf("shell.opened")).toBeLessThan(first.types.indexOf("session.started"));
    expect(first.told).toContain(`only ${host}.`);
    expect(first.saw).not.toContain(".env");
    expect(first.saw).toMatch(/^[1-9]/m);

    const second = await carryOut("Go on.");
    expect(second.dispatched).toMatchObject({ marked: [expect.any(String)] });
    expect(second.dispatched).not.toHaveProperty("shell");
    expect(second.types).not.toContain("shell.opened");
    expect(second.told).toContain("without a network");
    expect(second.saw).toContain(".env");
    expect(second.saw).toMatch(/^0$/m);
  },
  90_000,
);
