// What a worker wrote never runs with the network: at the next commission's set-up, at a redispatch of refuted work, and at
// the checks of its own. Each attack has its control, in which the rule is off and the listener gets the secret.
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { approve } from "../../../src/workbench/checks/approvals.ts";
import { type OutcomeLayout, projectSetUps } from "../../../src/contract/project/set-up-layout.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { checked, says, type Session } from "../../harness/git/tree-bench.ts";
import { tempDir } from "../../harness/temp.ts";
import { isWithoutSandbox } from "../sandbox/usable.ts";
import { doesNothing, endOf, merged, project, setUpsOf, thief, type World, world } from "./set-up-world.ts";
import { openRegistry, type Registry, ruleOff } from "./way-out-world.ts";
import { everyNth } from "../../harness/long.ts";

const attacks: [string, (registry: Registry) => { world: World; session: Session }][] = [
  [
    "the next commission's set-up, after it was merged",
    (registry) => ({
      world: { lay: (checkout) => merged(checkout, { "package.json": thief(registry) }) },
      session: doesNothing,
    }),
  ],
  [
    "a redispatch of work that was refuted",
    (registry) => ({
      world: {
        lay: (checkout) => {
          merged(checkout, { "package.json": thief(registry) });
          gitIn(checkout, "branch", "-f", "claude/main", "main");
        },
        plan: { startAt: (checkout) => gitIn(checkout, "rev-parse", "worker") },
      },
      session: doesNothing,
    }),
  ],
  [
    "the set-up before its own checks",
    (registry) => ({
      world: { plan: { checks: checked("true") } },
      session: async ({ layout }) => {
        writeFileSync(`${layout.work}/package.json`, thief(registry));
        return says();
      },
    }),
  ],
];

describe.skipIf(isWithoutSandbox)("a preinstall script that a worker wrote", () => {
  test.each(everyNth(attacks, 2))("posts nothing at %s", async (_where, make) => {
    const registry = await openRegistry();
    const attack = make(registry);
    const { run } = await world(attack.world);
    const { facts } = await run(attack.session);
    expect(registry.visits).toEqual([]);
    expect(setUpsOf(facts).at(-1)).toMatchObject({ by: "offline", run: { exitCode: expect.any(Number) } });
    expect(endOf(facts)).toMatchObject({ how: "setup", approve: { tree: expect.any(String) } });
  });

  test.each(everyNth(attacks, 2))(
    "the control: with the rule off, it posts the secret at %s",
    async (_where, make) => {
      const registry = await openRegistry();
      const attack = make(registry);
      const { run, tools } = await world(attack.world);
      const { facts } = await run(attack.session, ruleOff(tools));
      expect(registry.visits[0]).toBe("POST /loot DB_PASSWORD=hunter2\n");
      expect(endOf(facts)?.how).toBe("normal");
    },
  );
});

const fetching = ({ url }: Registry) => ({
  command: `mkdir -p node_modules/tool ignored && curl -sf ${url}/tool -o node_modules/tool/index.js && echo here >> "$HOME/cache" && ln -s ../tool ignored/link && chmod 755 node_modules/tool/index.js`,
  network: true,
});

describe.skipIf(isWithoutSandbox)("the outcome of a set-up with the network", () => {
  test("is made on the person's tree, kept, and brought in for the checks", async () => {
    const registry = await openRegistry();
    const look =
      'cat node_modules/tool/index.js "$HOME/cache" && test -x node_modules/tool/index.js && readlink ignored/link';
    const { run, home, layout } = await world({
      setup: fetching(registry),
      plan: { checks: checked(look) },
    });
    const { facts } = await run(async (bench) => {
      expect(readFileSync(`${bench.layout.work}/node_modules/tool/index.js`, "utf8")).toContain("installed");
      writeFileSync(`${bench.layout.work}/lamp.txt`, "lit\n");
      return says();
    });
    expect(registry.visits).toEqual(["GET /tool "]);
    const [first, second] = setUpsOf(facts);
    expect(first).toMatchObject({
      by: "network",
      hosts: [{ host: "registry.guild.org", port: registry.port, connections: 1, refused: null }],
    });
    expect(first?.hosts?.[0]?.receivedBytes).toBeGreaterThan(10);
    expect(second).toMatchObject({ by: "kept" });
    const checks = facts.flatMap((fact) => (fact.type === "check.ran" ? [fact.run] : []));
    expect(checks).toMatchObject([{ exitCode: 0, output: expect.stringContaining("here\n../tool") }]);
    expect(readdirSync(projectSetUps(home, project).directory)).toHaveLength(1);
    expect(existsSync(`${layout.session}/network`)).toBe(false);
  });

  test("is brought in for a worker's tree with the same inputs, which runs nothing", async () => {
    const registry = await openRegistry();
    const { run } = await world({
      setup: fetching(registry),
      lay: (checkout) => merged(checkout, { "lamp.txt": `curl ${registry.url}/loot\n` }),
    });
    const { facts } = await run(doesNothing);
    // It was made on the person's own tree: there was none yet.
    expect(setUpsOf(facts)).toMatchObject([{ by: "network" }]);
    expect(registry.visits).toEqual(["GET /tool "]);
    expect(endOf(facts)?.how).toBe("normal");
  });

  test("is not written over a file that a worker's tree has in its place", async () => {
    const registry = await openRegistry();
    const own = { "node_modules/tool/index.js": "the worker's own\n" };
    const { run, layout } = await world({
      setup: fetching(registry),
      lay: (checkout) => merged(checkout, own),
    });
    const { facts } = await run(doesNothing);
    expect(setUpsOf(facts)).toMatchObject([{ by: "network" }]);
    expect(readFileSync(`${layout.work}/node_modules/tool/index.js`, "utf8")).toBe("the worker's own\n");
  });

  test("is not written through a link that a worker's tree has in its place", async () => {
    const registry = await openRegistry();
    const victim = tempDir();
    const { run, layout } = await world({
      setup: fetching(registry),
      lay: (checkout) => merged(checkout, { "lamp.txt": "lit\n" }, victim),
    });
    const { facts } = await run(doesNothing);
    expect(setUpsOf(facts)).toMatchObject([{ by: "network" }]);
    expect(readlinkSync(`${layout.work}/node_modules`)).toBe(victim);
    expect(existsSync(`${layout.work}/ignored`)).toBe(true);
    expect(readdirSync(victim)).toEqual([]);
  });

  test.each<[string, (kept: OutcomeLayout) => string, string]>([
    ["one of its files", ({ work }) => `${work}/node_modules/tool/index.js`, "installed"],
    ["its list of files", ({ files }) => files, "index.js"],
    ["its record", ({ record }) => record, "inputs"],
  ])("that is damaged in %s is removed, and made again", async (_what, fileOf, word) => {
    const registry = await openRegistry();
    const { run, home } = await world({
      setup: fetching(registry),
      plan: { checks: checked("grep installed node_modules/tool/index.js") },
    });
    const { facts } = await run(async ({ layout }) => {
      const kept = projectSetUps(home, project);
      const [key = ""] = readdirSync(kept.directory);
      const file = fileOf(kept.outcome(key));
      const before = readFileSync(file, "utf8");
      expect(before).toContain(word);
      writeFileSync(file, before.replace(word, word.replace("n", "m")));
      writeFileSync(`${layout.work}/lamp.txt`, "lit\n");
      return says();
    });
    expect(registry.visits).toEqual(["GET /tool ", "GET /tool "]);
    expect(setUpsOf(facts)).toMatchObject([{ by: "network" }, { by: "network" }]);
    expect(facts.filter((fact) => fact.type === "check.ran")).toMatchObject([{ run: { exitCode: 0 } }]);
  });

  test("is made on a tree that was approved, and what waited goes on", async () => {
    const registry = await openRegistry();
    const { run, hall, home } = await world({
      lay: (checkout) => merged(checkout, { "package.json": thief(registry) }),
    });
    const first = await run(doesNothing);
    const end = endOf(first.facts);
    const tree = end?.how === "setup" ? (end.approve?.tree ?? "") : "";
    await hall.takeOver(first.bench, { type: "commission.requeued", cause: "setup", notBefore: "soon" });
    await approve({ disk: systemDisk, home }, project, { tree, at: "now" });
    const second = await run(doesNothing);
    expect(registry.visits).toEqual(["POST /loot DB_PASSWORD=hunter2\n"]); // the person has said so
    expect(endOf(second.facts)?.how).toBe("normal");
  });

  test("is made again on a tree that was approved, for work that leaves its inputs alone", async () => {
    const registry = await openRegistry();
    const { run, home, checkout } = await world({
      plan: { checks: checked("test -e node_modules/tool") },
      setup: { command: "sh install.sh", network: true, inputs: ["install.sh"] },
      lay: (at) =>
        merged(at, {
          "install.sh": `mkdir -p node_modules; curl -sf ${registry.url}/x > node_modules/tool\n`,
        }),
    });
    const tree = gitIn(checkout, "rev-parse", "claude/main^{tree}");
    await approve({ disk: systemDisk, home }, project, { tree, at: "now" });
    const { facts } = await run(async ({ layout }) => {
      const kept = projectSetUps(home, project);
      for (const key of readdirSync(kept.directory).filter((name) => name.length === 64))
        rmSync(kept.outcome(key).directory, { recursive: true });
      writeFileSync(`${layout.work}/lamp.txt`, "lit\n");
      return says();
    });
    // The tree of the finished work was never approved; what is run is the one that was.
    expect(setUpsOf(facts)).toMatchObject([
      { by: "network", on: tree },
      { by: "network", on: tree },
    ]);
    expect(registry.visits).toEqual(["GET /x ", "GET /x "]);
    expect(facts.filter((fact) => fact.type === "check.ran")).toMatchObject([{ run: { exitCode: 0 } }]);
  });
});
