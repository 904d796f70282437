// The ways to reach a model that the benchmark "dispatch" compares: a commission of a real hall, with or without a project,
// and a bare query() of the Agent SDK.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { emptyHandoff } from "../src/contract/home/handoff.ts";
import type { HomeLayout } from "../src/contract/home/home-layout.ts";
import { runtimeFlags } from "../src/host/processes/handoff.ts";
import { plainEnvironment } from "../src/host/program.ts";
import { gitIn, makeRepository } from "../test/harness/git/repositories.ts";
import { type BenchHall, disposeHome, makeHome, openBenchHall } from "./bench-hall.ts";
import { type Connection, connect, postText } from "./connection.ts";
import { type Endings, openEndings } from "./endings.ts";
import type { Upstream } from "./upstream.ts";

const path = "/api/v1/commissions";
const order = { worker: "researcher", task: "Compare how three libraries retry requests." };

export interface OpenHall {
  home: HomeLayout;
  hall: BenchHall;
  connection: Connection;
  endings: Endings;
  /** What is commissioned. */
  order: object;
}

export interface HallChoice {
  /** The hall's configuration. */
  config: object;
  order?: object;
  under?: readonly string[];
}

export async function openHall(upstream: Upstream, choice: HallChoice): Promise<OpenHall> {
  const home = makeHome();
  writeFileSync(home.config, JSON.stringify(choice.config)); // JSON is YAML
  const credential = { kind: "api_key" as const, secret: "none" };
  const hall = await openBenchHall(home, {
    handoff: { ...emptyHandoff, credential, baseUrl: upstream.url },
    ...(choice.under && { under: choice.under }),
  });
  const [connection, endings] = [await connect(hall), await openEndings(hall)];
  return { home, hall, connection, endings, order: choice.order ?? order };
}

export async function closeHall({ home, hall, connection, endings }: OpenHall): Promise<void> {
  connection.close();
  endings.close();
  await disposeHome(home, hall);
}

const files = 300;
const setUp = "sleep 0.3";

/** Returns a hall whose commissions work in a project of 300 files that is set up in 0.3 seconds. */
export async function openProjectHall(upstream: Upstream): Promise<OpenHall> {
  const texts = Array.from({ length: files }, (_, at) => [
    `src/part-${at}.ts`,
    `export const part = ${at};\n`,
  ]);
  const checkout = makeRepository(Object.fromEntries(texts) as Record<string, string>);
  gitIn(checkout, "branch", "claude/main");
  const project = { path: checkout, branch: "main", setup: setUp };
  return openHall(upstream, {
    config: { spares: 0, projects: { parts: project } },
    order: { worker: "implementer", task: "Say what part 7 is.", project: "parts" },
  });
}

/** Creates a commission, and returns its id. */
export async function create({ hall, connection, order: asked }: OpenHall): Promise<string> {
  const { body } = await connection.send(postText(hall, path, asked));
  const { id } = JSON.parse(body) as { id?: string };
  if (id === undefined) throw new Error(`the hall refused the commission: ${body}`);
  return id;
}

export function untilEnded({ endings }: OpenHall, id: string): Promise<void> {
  return endings.wait(id);
}

/** Returns the time to the model's first request. Waits for the end, too, so that the next one has the machine to itself. */
export async function commissionOne(hall: OpenHall, upstream: Upstream): Promise<number> {
  const arrived = upstream.next();
  const begun = performance.now();
  const created = create(hall);
  const { at } = await arrived;
  await untilEnded(hall, await created);
  return at - begun;
}

export async function queryOnce(upstream: Upstream): Promise<number> {
  const arrived = upstream.next();
  const begun = performance.now();
  const ended = startQuery(upstream, []);
  const { at } = await arrived;
  await ended;
  return at - begun;
}

export async function startQuery(upstream: Upstream, under: readonly string[]): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "guild-hall-bench-bare-"));
  const program = new URL("bare-query.ts", import.meta.url).pathname;
  const command = [...under, process.execPath, ...runtimeFlags, program, upstream.url, directory];
  const child = Bun.spawn(command, { env: plainEnvironment(), stdio: ["ignore", "ignore", "inherit"] });
  await child.exited;
  rmSync(directory, { recursive: true, force: true });
}
