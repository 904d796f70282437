// Which room may import which. The arrows point one way; whoever trespasses is named.
import { Glob } from "bun";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { z } from "zod";

const rooms: Record<string, readonly string[]> = {
  contract: [],
  rules: ["contract"],
  host: [],
  kit: ["contract"],
  config: ["contract", "rules", "host"],
  ledger: ["contract", "rules", "host"],
  memory: ["contract", "rules", "host"],
  git: ["contract", "rules", "host"],
  gateway: ["contract", "rules", "host"],
  sandbox: ["contract", "rules", "host"],
  workdir: ["contract", "rules", "host"],
  fetch: ["contract", "rules", "host"],
  checks: ["contract", "rules", "host", "kit", "bench", "git", "sandbox", "workdir", "fetch"],
  engine: ["contract", "rules", "host"],
  upkeep: ["contract", "rules", "host"],
  install: ["contract", "host"],
  session: ["contract", "rules", "host", "kit"],
  roster: ["contract", "rules", "host", "kit", "install"],
  toolboxes: ["contract", "rules", "host", "kit"],
  packages: ["contract", "rules", "host", "kit", "install", "roster"],
  members: ["contract", "rules", "host", "kit", "install", "toolboxes"],
  doctor: ["contract", "rules", "host", "config", "roster", "sandbox"],
  conformance: ["contract", "rules", "host", "install", "gateway", "members"],
  dispatch: ["contract", "rules"],
  bench: ["contract", "rules", "host", "ledger"],
  mirror: ["contract", "rules", "host", "bench", "gateway", "engine", "members"],
  workbench: [
    "contract",
    "rules",
    "host",
    "kit",
    "config",
    "ledger",
    "bench",
    "memory",
    "git",
    "gateway",
    "sandbox",
    "workdir",
    "checks",
    "session",
    "roster",
    "toolboxes",
    "fetch",
  ],
  daemon: [
    "contract",
    "rules",
    "host",
    "kit",
    "config",
    "ledger",
    "memory",
    "git",
    "gateway",
    "sandbox",
    "workdir",
    "checks",
    "engine",
    "upkeep",
    "install",
    "roster",
    "members",
    "doctor",
    "bench",
    "mirror",
    "dispatch",
  ],
  client: ["contract"],
  cli: ["cli/offline", "contract", "rules", "client", "host"],
  "cli/offline": [
    "cli",
    "contract",
    "rules",
    "client",
    "host",
    "config",
    "ledger",
    "install",
    "roster",
    "packages",
    "members",
    "conformance",
    "sandbox",
    "doctor",
  ],
};

/** Only host/ may touch these; everyone else is handed them. */
const ambient: readonly [RegExp, string][] = [
  [/\bDate\.now\(|new Date\(\)|performance\.now\(/, "the time"],
  [/\bsetTimeout\(|\bsetInterval\(/, "timers"],
  [/\bprocess\.env\b/, "the environment"],
  [/\bBun\.|from "bun(:ffi)?"/, "Bun's own interfaces"],
  [/(?<![.\w])fetch\((?!\w+: )/, "fetch"],
  [/from "node:child_process"/, "child processes"],
  [/\bconsole\.(log|error|warn|info|debug)\(/, "the console"],
  [/\bMath\.random\(|randomUUID\(|randomBytes\(/, "randomness"],
];
/** A program's own main file wires the world in. */
const mains = /^src\/(daemon|workbench|packages|cli)\/main\.ts$/;

const files = [...new Glob("**/*.ts").scanSync("src")].map((path) => `src/${path}`);

test("every room exists in the map and every room of the map exists", () => {
  const found = new Set(files.map(roomOf));
  expect([...found].sort()).toEqual(
    Object.keys(rooms)
      .filter((room) => found.has(room))
      .sort(),
  );
  expect(Object.keys(rooms).filter((room) => !found.has(room))).toEqual([]);
});

test("no room imports another that the map does not allow", () => {
  const trespassers = files.flatMap((file) =>
    importsOf(file)
      .map((target) => roomOf(target))
      .filter((target) => target !== roomOf(file) && !(rooms[roomOf(file)] ?? []).includes(target))
      .map((target) => `${file} imports ${target}/`),
  );
  expect(trespassers).toEqual([]);
});

test("only session/ imports the Agent SDK", () => {
  expect(
    files.filter((file) => /from "@anthropic-ai\//.test(read(file)) && roomOf(file) !== "session"),
  ).toEqual([]);
});

test("only host/ and the programs' main files touch the ambient world", () => {
  const reachingOut = files
    .filter((file) => roomOf(file) !== "host" && !mains.test(file))
    .flatMap((file) =>
      ambient.filter(([pattern]) => pattern.test(code(file))).map(([, what]) => `${file} touches ${what}`),
    );
  expect(reachingOut).toEqual([]);
});

test("a guild member imports its own files and what its package.json names, and no room imports a member", () => {
  const members = [...new Glob("guild-members/*/**/*.ts").scanSync(".")];
  const strangers = members.flatMap((file) => {
    const [, member = ""] = file.split("/");
    const own = `guild-members/${member}/`;
    const named = z.object({ dependencies: z.record(z.string(), z.string()) });
    const { dependencies } = named.parse(JSON.parse(read(`${own}package.json`)));
    const outside = importsOf(file).filter((target) => !target.startsWith(own));
    const unnamed = packagesOf(file).filter((name) => !Object.hasOwn(dependencies, name));
    return [...outside, ...unnamed].map((target) => `${file} imports ${target}`);
  });
  expect(strangers).toEqual([]);
  expect(files.filter((file) => importsOf(file).some((target) => !target.startsWith("src/")))).toEqual([]);
});

test("there are no module mocks and no default exports", () => {
  const all = [...files, ...new Glob("{test,guild-members}/**/*.ts").scanSync(".")];
  const forbidden = [
    ["mock", ".module("],
    ["export", " default"],
  ].map((parts) => parts.join(""));
  expect(all.filter((file) => forbidden.some((word) => code(file).includes(word)))).toEqual([]);
});

function roomOf(file: string): string {
  const [, room = "", inner] = file.split("/");
  return room === "cli" && inner === "offline" ? "cli/offline" : room;
}

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) =>
    posix.join(posix.dirname(file), match[1] ?? ""),
  );
}

/** The npm packages that it names. What Bun and Node bring is not among them. */
function packagesOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import)\s*\(?\s*"((?:@[^/"]+\/)?[^./"][^/":]*)["/]/g)]
    .map((match) => match[1] ?? "")
    .filter((name) => name !== "bun");
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

/** Without comments. */
function code(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1");
}
