import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { installed } from "../../../src/host/program.ts";
import { discoverPackages, findByName } from "../../../src/guild/roster/discover.ts";
import { packagePlaces } from "../../../src/guild/roster/places.ts";
import { readPosture } from "../../../src/guild/roster/read-package.ts";
import { layPackage, toolboxOf, workerOf } from "../../harness/packages/packages.ts";
import { tempDir } from "../../harness/temp.ts";

/** An installation, a home and a directory from the command line, all empty. */
function layPlaces() {
  const root = tempDir();
  const home = homeLayout(`${root}/home`);
  const at = (path: string) => `${root}/${path}`;
  for (const path of ["workers", "toolboxes", "home/packages", "more"])
    mkdirSync(at(path), { recursive: true });
  const places = packagePlaces({ installed: at, home, more: [at("more")] });
  return { at, places };
}

describe("discovery", () => {
  test("takes the first of one name: what came with the hall, then packages/, then the command line", async () => {
    const { at, places } = layPlaces();
    layPackage(at("more/one"), workerOf("one"));
    layPackage(at("home/packages/b-one"), workerOf("one"));
    layPackage(at("home/packages/a-one"), workerOf("one"));
    layPackage(at("workers/one"), workerOf("one"));
    const taken = async () => {
      const { workers, problems } = await discoverPackages(places);
      expect(workers).toHaveLength(1);
      return [workers[0]?.source, workers[0]?.directory, problems.map((text) => text.split(": ")[0])];
    };
    const others = ["home/packages/a-one", "home/packages/b-one", "more/one"].map(at);
    expect(await taken()).toEqual(["bundled", at("workers/one"), others]);
    rmSync(at("workers/one"), { recursive: true });
    expect(await taken()).toEqual(["added", at("home/packages/a-one"), others.slice(1)]);
    rmSync(at("home/packages/a-one"), { recursive: true });
    rmSync(at("home/packages/b-one"), { recursive: true });
    expect(await taken()).toEqual(["linked", at("more/one"), []]);
  });

  test("follows a link in packages/, and says that it is one", async () => {
    const { at, places } = layPlaces();
    symlinkSync(layPackage(at("elsewhere"), workerOf("one")), at("home/packages/one"));
    const { workers, problems } = await discoverPackages(places);
    expect(problems).toEqual([]);
    expect(workers).toMatchObject([{ source: "linked", entry: at("home/packages/one/index.ts") }]);
  });

  test("takes links and directories inside a package for what they are", async () => {
    const { at, places } = layPlaces();
    const directory = layPackage(at("home/packages/one"), workerOf("one", { posture: "doc/p.md" }), {
      main: "src/index.ts",
      posture: null,
      index: null,
    });
    mkdirSync(`${directory}/real`);
    mkdirSync(`${directory}/doc`);
    writeFileSync(`${directory}/real/index.ts`, "");
    writeFileSync(`${directory}/words.md`, "Stay inside.");
    symlinkSync("real", `${directory}/src`);
    symlinkSync("../words.md", `${directory}/doc/p.md`);
    const { workers, problems } = await discoverPackages(places);
    expect(problems).toEqual([]);
    const posture = await readPosture({ directory, posture: workers[0]?.metadata.posture ?? "" });
    expect(posture).toEqual({ ok: true, value: "Stay inside." });
  });

  test("lists a worker whose toolbox is not there, with its name", async () => {
    const { at, places } = layPlaces();
    layPackage(at("home/packages/a"), workerOf("a", { toolboxes: ["mail", "verify"] }));
    layPackage(at("more/verify"), toolboxOf("verify"), { posture: null });
    const { workers, problems } = await discoverPackages(places);
    expect(problems).toEqual([]);
    expect(findByName(workers, "a")?.problems).toEqual([
      expect.stringMatching(/^Worker "a" needs the toolbox "mail", which is not installed\./),
    ]);
    layPackage(at("toolboxes/mail"), toolboxOf("mail"), { posture: null });
    expect(findByName((await discoverPackages(places)).workers, "a")?.problems).toEqual([]);
  });

  test("runs no code of a package", async () => {
    const { at, places } = layPlaces();
    const index = `require("fs").writeFileSync(${JSON.stringify(at("ran"))}, "");\nthrow new Error("ran");\n`;
    layPackage(at("workers/one"), workerOf("one"), { index });
    const { workers } = await discoverPackages(places);
    expect(workers).toHaveLength(1);
    expect(existsSync(at("ran"))).toBe(false);
    // The control: the same code, run.
    expect(() => import(workers[0]?.entry ?? "")).toThrow("ran");
    expect(existsSync(at("ran"))).toBe(true);
  });

  test("of places that are not there, and of a file in the place of one, hurts nothing", async () => {
    const { at, places } = layPlaces();
    layPackage(at("workers/one"), workerOf("one"));
    rmSync(at("toolboxes"), { recursive: true });
    rmSync(at("home/packages"), { recursive: true });
    writeFileSync(at("home/packages"), "");
    const { workers, problems } = await discoverPackages(places);
    expect(workers).toHaveLength(1);
    expect(problems).toEqual([`${at("home/packages")}: it is not a directory.`]);
  });

  test("finds what comes with this installation without a complaint", async () => {
    const { at } = layPlaces();
    const places = packagePlaces({ installed, home: homeLayout(at("home")), more: [] });
    const { workers, toolboxes, problems } = await discoverPackages(places);
    expect([problems, ...[...workers, ...toolboxes].map((found) => found.problems)].flat()).toEqual([]);
    expect(workers.map(({ metadata }) => String(metadata.identity.name))).toContain("researcher");
  });
});

test("a posture that has grown beyond what is allowed, or is gone, is not read", async () => {
  const directory = layPackage(`${tempDir()}/one`, workerOf("one"), { posture: "x".repeat(256 * 1024) });
  const posture = "./posture.md";
  expect(await readPosture({ directory, posture })).toMatchObject({ ok: true });
  writeFileSync(`${directory}/posture.md`, "x".repeat(256 * 1024 + 1));
  expect(await readPosture({ directory, posture })).toEqual({
    ok: false,
    reason: "it has 262145 bytes, and 262144 are allowed",
  });
  rmSync(`${directory}/posture.md`);
  expect(await readPosture({ directory, posture })).toEqual({ ok: false, reason: "there is no such file" });
});
