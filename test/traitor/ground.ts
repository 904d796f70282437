// What a traitor is after, laid out where it would lie on a person's machine: keys, tokens, sockets, another
// commission, a bystander. Every secret is a text of its own, and every door counts who came.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { prepareHome, stampHome } from "../../src/hall/wiring/home.ts";
import { systemDisk } from "../../src/host/files/disk.ts";
import { installed } from "../../src/host/program.ts";
import { snapshotOf } from "../harness/find-text.ts";
import { type TestHall, TestHome } from "../harness/hall.ts";
import { layInstallation } from "../harness/packages/installation.ts";
import { newRequest, openSomeLedger } from "../harness/ledger/some-ledger.ts";

/** Not below /tmp, which a worker has of its own: what lies there would be hidden by that alone. */
const outside = "/var/tmp";

export const secretFiles = {
  sshKey: ".ssh/id_ed25519",
  ghToken: ".config/gh/hosts.yml",
  awsKey: ".aws/credentials",
  claudeLogin: ".claude/.credentials.json",
  netrc: ".netrc",
} as const;

export type Secret = keyof typeof secretFiles | "apiKey" | "otherCommission";

export interface Door {
  /** A path, a port, or an abstract name. */
  at: string;
  visits(): number;
}

export interface Ground {
  place: string;
  person: string;
  secrets: Record<Secret, string>;
  doors: { docker: Door; agent: Door; loopback: Door; abstract: Door };
  bystander: ChildProcess;
  home: TestHome;
  hall: TestHall;
  other: CommissionId;
  /** Of the person's home and of the other commission, to compare with. */
  before: string[];
  close(): Promise<void>;
}

export interface GroundOrder {
  /** The text of the hall's config.yaml. */
  config: string;
  /** Whether the hall keeps a spare workbench, and takes the machine for calm. */
  keepsSpares: boolean;
}

export async function layGround({ config, keepsSpares }: GroundOrder): Promise<Ground> {
  // A short name: a hall whose home has a long path keeps no spare.
  const place = mkdtempSync(join(outside, "gh-traitor-"));
  const person = join(place, "person");
  const secrets = plant(person);
  const home = new TestHome(mkdtempSync(join(place, "hall-")));
  writeFileSync(homeLayout(home.root).config, config);
  const other = await commissionOther(home, secrets);
  const root = layInstallation(place, installed("test/fixtures/workers"));
  const calmHall = "test/harness/calm-hall.ts";
  if (keepsSpares) cpSync(installed(calmHall), join(root, calmHall));
  const hall = await home.open({
    program: join(root, keepsSpares ? calmHall : "src/hall/main.ts"),
    keepsSpares,
    // The runtime would keep what it compiled in the home, and that home is to stay as it is.
    env: { HOME: person, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "0" },
    handoff: { ...emptyHandoff, credential: { kind: "api_key", secret: secrets.apiKey } },
  });
  const doors = await openDoors(person);
  const bystander = spawn("sleep", ["600"], { stdio: "ignore" });
  const ground = { place, person, secrets, doors, bystander, home, hall, other };
  return {
    ...ground,
    before: snapshotOfRest(ground),
    close: async () => {
      bystander.kill("SIGKILL");
      for (const { server } of Object.values(doors)) server.close();
      await home.dispose();
      rmSync(place, { recursive: true, force: true });
    },
  };
}

export function snapshotOfRest({ person, home, other }: Pick<Ground, "person" | "home" | "other">): string[] {
  return [...snapshotOf(person), ...snapshotOf(home.layout(other).directory)];
}

/** As the machine has it, where we may look. */
export function passwordsOf(path: string): string | null {
  try {
    return existsSync(path) ? (readFileSync(path, "utf8").split("\n")[0] ?? null) : null;
  } catch {
    return null;
  }
}

function plant(person: string): Ground["secrets"] {
  const names: Secret[] = [
    ...(Object.keys(secretFiles) as (keyof typeof secretFiles)[]),
    "apiKey",
    "otherCommission",
  ];
  const secrets = Object.fromEntries(
    names.map((name) => [name, `canary-${randomUUID()}`]),
  ) as Ground["secrets"];
  for (const [name, path] of Object.entries(secretFiles)) {
    mkdirSync(dirname(join(person, path)), { recursive: true });
    writeFileSync(join(person, path), `${secrets[name as Secret]}\n`, { mode: 0o600 });
  }
  return secrets;
}

/** It was cancelled before it began: it is there to be found, not to be carried out. */
async function commissionOther(home: TestHome, secrets: Ground["secrets"]): Promise<CommissionId> {
  await prepareHome(systemDisk, homeLayout(home.root));
  await stampHome(systemDisk, homeLayout(home.root));
  const ledger = await openSomeLedger(homeLayout(home.root));
  const request = newRequest({ task: secrets.otherCommission });
  await ledger.create(request);
  await ledger.execute(request.id, [
    { do: "cancel", by: "person", reason: "not needed" },
    { do: "record-applied", artifacts: [], problems: [] },
    { do: "settle" },
  ]);
  await ledger.close();
  return request.id;
}

type CountedDoor = Door & { server: Server };

async function openDoors(person: string): Promise<Record<keyof Ground["doors"], CountedDoor>> {
  return {
    docker: await openDoor({ path: join(person, "docker.sock") }),
    agent: await openDoor({ path: join(person, "agent.sock") }),
    loopback: await openDoor({ port: 0, host: "127.0.0.1" }),
    abstract: await openDoor({ path: `\0guild-hall-traitor-${process.pid}` }),
  };
}

async function openDoor(at: { path: string } | { port: number; host: string }): Promise<CountedDoor> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.on("error", () => undefined).end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nbroken in");
  });
  await new Promise<void>((resolve) => server.listen(at, resolve));
  const named = "path" in at ? at.path.replace("\0", "") : String((server.address() as AddressInfo).port);
  return { at: named, visits: () => visits, server };
}
