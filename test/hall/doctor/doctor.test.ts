// The doctor itself: who asks together shares a look, and a check that breaks or hangs is told as one.
import { describe, expect, test } from "bun:test";
import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hallConfig } from "../../../src/contract/home/config.ts";
import { emptyHandoff } from "../../../src/contract/home/handoff.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { createDoctor, type DoctorDeps } from "../../../src/hall/doctor/doctor.ts";
import { ok } from "../../../src/hall/doctor/finding.ts";
import { tryToWrite } from "../../../src/host/files/try-to-write.ts";
import type { SandboxProbe } from "../../../src/workbench/sandbox/probe.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { settled } from "../../harness/conductor.ts";
import { tempDir } from "../../harness/temp.ts";

const probe: SandboxProbe = {
  level: "bubblewrap",
  detail: "bubblewrap 9",
  tools: { bwrap: null, setpriv: null, prlimit: null, system: [] },
};

function setUp(more: Partial<DoctorDeps> = {}) {
  const home = homeLayout(tempDir());
  const clock = createManualClock();
  const deps: DoctorDeps = {
    asker: "hall",
    home,
    personHome: undefined,
    handoff: emptyHandoff,
    clock,
    searchPath: "",
    temporary: tempDir(),
    tryToWrite,
    patienceMs: 1500,
    probe: async () => probe,
    limits: async () => ({ isFirm: true, detail: "held" }),
    config: async () => ({ file: home.config, inForce: null, problems: [], troubles: [] }),
    packages: async () => ({ workers: [], toolboxes: [], problems: [] }),
    members: async () => ({ found: 0, passedOver: [], failing: [] }),
    ledgers: async () => ({ total: 0, read: 0, damaged: [] }),
    hall: async () => ok("hall", "here"),
    ...more,
  };
  const doctor = createDoctor(deps);
  const find = async (name: string) =>
    (await doctor.look()).findings.find((finding) => finding.name === name);
  return { clock, doctor, find };
}

test("those who ask while a look is under way share it, and whoever asks afterwards gets a look of his own", async () => {
  let looks = 0;
  const { doctor } = setUp({ hall: async () => ok("hall", `look ${(looks += 1)}`) });
  const together = await Promise.all([doctor.look(), doctor.look(), doctor.look()]);
  expect(new Set(together).size).toBe(1);
  expect(looks).toBe(1);
  await doctor.look();
  expect(looks).toBe(2);
});

test("a check that breaks is a finding, and the others are told all the same", async () => {
  const broken = () => Promise.reject(new Error("the disk does not answer"));
  const { doctor } = setUp({ packages: broken, members: broken });
  const { findings } = await doctor.look();
  const told = findings.filter(({ detail }) => detail.includes("could not be checked"));
  expect(told.map(({ name, state, detail }) => `${name} ${state} ${detail}`)).toEqual([
    "packages fail could not be checked: the disk does not answer",
    "members fail could not be checked: the disk does not answer",
  ]);
  expect(findings.at(-1)).toEqual(ok("hall", "here"));
});

test("a check that hangs is told after its time, and a look afterwards begins anew", async () => {
  const hangs = new Promise<never>(() => undefined);
  const { clock, doctor } = setUp({ packages: () => hangs });
  for (const _ of ["first", "second"]) {
    const looking = doctor.look();
    await settled(() => clock.pending() === 1);
    clock.advance(1500);
    expect((await looking).findings.find(({ name }) => name === "packages")).toMatchObject({
      state: "warn",
      detail: "could not be checked within 1.5 s",
    });
  }
});

test("guild members that fail are told beside those that were passed over, with where to look", async () => {
  const { find } = setUp({
    members: async () => ({ found: 2, passedOver: ["a/wrong: no manifest"], failing: ["odd: it ended"] }),
  });
  const found = await find("members");
  expect(found).toMatchObject({
    state: "warn",
    detail: "2 guild members; 1 passed over:\na/wrong: no manifest\n1 failing:\nodd: it ended",
  });
  expect(found?.advice).toContain("guild-hall members logs NAME");
});

test("a directory that may not be shown to workers is found out as what keeps a hall from starting anything", async () => {
  const config = hallConfig.parse({ sandbox: { readOnly: ["/etc"] } });
  const inForce = { from: "file" as const, given: [], config };
  const { find } = setUp({
    config: async () => ({ file: "config.yaml", inForce, problems: [], troubles: [] }),
  });
  expect(await find("sandbox")).toMatchObject({
    state: "fail",
    detail: expect.stringContaining("sandbox.readOnly: /etc is refused"),
  });
});

describe("the temporary directory", () => {
  test("that takes a file is named, and no name was in it that a kill could leave", async () => {
    const temporary = tempDir();
    utimesSync(temporary, 1, 1); // a name that comes or goes would move it
    expect(await setUp({ temporary }).find("tmpdir")).toEqual(ok("tmpdir", temporary));
    expect(statSync(temporary).mtimeMs).toBe(1000);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("that is not there, or is a file, is named with what to do", async () => {
    const place = tempDir();
    writeFileSync(`${place}/file`, "");
    const gone = await setUp({ temporary: `${place}/gone` }).find("tmpdir");
    expect(gone).toMatchObject({ state: "fail", detail: `${place}/gone does not exist` });
    expect(gone?.advice).toStartWith(
      `Make it (mkdir -p ${place}/gone), or set TMPDIR to another directory. `,
    );
    expect(gone?.advice).toContain("`guild-hall up`");
    expect(await setUp({ temporary: `${place}/file` }).find("tmpdir")).toMatchObject({
      state: "fail",
      detail: `${place}/file is not a directory`,
    });
  });

  test.each([
    ["ENOSPC", "is full", "Make room there"],
    ["EDQUOT", "is full", "Make room there"],
    ["EACCES", "cannot be written to", "Change its owner or its mode"],
    ["EROFS", "is on a file system that is mounted read-only", "Mount it for writing"],
    ["EIO", "cannot be written to (no)", "Change its owner or its mode"],
  ])("that answers %s %s", async (code, what, how) => {
    const refused = Object.assign(new Error("no"), { code });
    const { find } = setUp({ temporary: "/t", tryToWrite: () => Promise.reject(refused) });
    const found = await find("tmpdir");
    expect(found).toMatchObject({ state: "fail", detail: `/t ${what}` });
    expect(found?.advice).toStartWith(`${how}, or set TMPDIR`);
  });
});
