// The bundles of hall and workbench do what their sources do, also where npm installs them: the same facts in the same
// order, and the same requests to the model.
import { afterEach, expect } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { programFile } from "../../src/host/built.ts";
import { installed } from "../../src/host/program.ts";
import { TestHome, untilEnded } from "../harness/hall.ts";
import { submitAnswer } from "../harness/model-answers.ts";
import { tempDir } from "../harness/temp.ts";
import { answerText, streamed } from "../model/gateway/support.ts";
import { longTest } from "../harness/long.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

const run = (cwd: string, command: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
};

/** Returns our package as npm packs it, after a build as by `npm ci`, whatever was edited in this tree since. */
function pack(): string {
  const tree = tempDir();
  for (const name of ["src", "workers", "package.json", "scripts/build-programs.ts"])
    cpSync(installed(name), `${tree}/${name}`, { recursive: true });
  symlinkSync(installed("node_modules"), `${tree}/node_modules`);
  run(tree, process.execPath, "scripts/build-programs.ts");
  const place = tempDir();
  const name = run(tree, "npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", place).trim();
  rmSync(tree, { recursive: true });
  return `${place}/${name}`;
}

/** Unpacks it as npm does: in node_modules, beside the packages that it needs. */
function install(tarball: string): string {
  const modules = `${tempDir()}/node_modules`;
  mkdirSync(modules);
  for (const name of readdirSync(installed("node_modules")))
    symlinkSync(installed(`node_modules/${name}`), `${modules}/${name}`);
  run(modules, "tar", "-xzf", tarball);
  renameSync(`${modules}/package`, `${modules}/guild-hall`);
  return `${modules}/guild-hall`;
}

interface Played {
  facts: string[];
  requests: unknown[];
  /** The main file of the workbench, as its process showed it. */
  bench: string | undefined;
}

async function play(program: string): Promise<Played> {
  const requests: unknown[] = [];
  const commandLines: string[] = [];
  const model = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const { metadata: _, ...body } = (await request.json()) as { metadata: unknown };
      requests.push(body);
      commandLines.push(benchCommand(home));
      return streamed(requests.length === 1 ? submitAnswer : answerText("Done."));
    },
  });
  const home = new TestHome();
  homes.push(home);
  try {
    const handoff = {
      ...emptyHandoff,
      credential: { kind: "api_key" as const, secret: "none" },
      baseUrl: `http://127.0.0.1:${model.port}`,
    };
    const { client } = await home.open({ program, handoff });
    const { id } = await client.create({ worker: "researcher", task: "Compare three libraries." });
    expect(await untilEnded(client, id)).toMatchObject({ status: "completed", endedBy: "normal" });
    const journal = readFileSync(home.layout(id).journal(1), "utf8").trimEnd().split("\n");
    const facts = journal.map((line) => (JSON.parse(line) as { type: string }).type);
    return { facts, requests, bench: commandLines[0] };
  } finally {
    await model.stop(true);
  }
}

/** Reads it from the record that the workbench made of itself. */
function benchCommand(home: TestHome): string {
  const [id] = home.ids();
  if (id === undefined) return "";
  const first = readFileSync(home.layout(id).journal(1), "utf8").split("\n")[0] ?? "";
  const { pid } = JSON.parse(first) as { pid: number };
  return (
    readFileSync(`/proc/${pid}/cmdline`, "utf8")
      .split("\0")
      .find((word) => /workbench\/main\./.test(word)) ?? ""
  );
}

longTest(
  "an installed package carries out a commission by its bundles as by its sources",
  async () => {
    const place = install(pack());
    const bundle = programFile(place, "hall");
    expect(bundle).toBe(`${place}/dist/hall/main.js`);
    expect(existsSync(`${bundle}.jsc`)).toBe(true);
    const built = await play(bundle);
    const plain = await play(`${place}/src/hall/main.ts`);
    expect(built.bench).toBe(`${place}/dist/workbench/main.js`);
    expect(plain.bench).toBe(`${place}/src/workbench/main.ts`);
    expect(built.facts).toEqual(plain.facts);
    expect(built.requests).toEqual(plain.requests);
    expect(built.requests.length).toBeGreaterThan(1);
  },
  90_000,
);
