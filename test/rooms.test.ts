// Which room may import which. The arrows point one way; whoever trespasses is named.
import { Glob } from "bun";
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { z } from "zod";

/** A room is a directory below `src/`; a file belongs to the deepest room that holds it. */
const rooms: Record<string, readonly string[]> = {
  base: [],
  contract: [],
  "contract/kit": ["contract"],
  rules: ["base", "contract"],
  host: ["base"],
  "store/config": ["base", "contract", "rules", "host"],
  "store/ledger": ["base", "contract", "rules", "host"],
  "store/memory": ["base", "contract", "rules", "host"],
  git: ["base", "contract", "rules", "host"],
  "model/gateway": ["base", "contract", "rules", "host"],
  "model/session": ["base", "contract", "contract/kit", "rules", "host"],
  "guild/install": ["base", "contract", "host"],
  "guild/roster": ["base", "contract", "contract/kit", "rules", "host", "guild/install"],
  "guild/toolboxes": ["base", "contract", "contract/kit", "rules", "host"],
  "guild/packages": ["base", "contract", "contract/kit", "rules", "host", "guild/install", "guild/roster"],
  "guild/members": ["base", "contract", "contract/kit", "rules", "host", "guild/install", "guild/toolboxes"],
  "guild/conformance": [
    "base",
    "contract",
    "rules",
    "host",
    "model/gateway",
    "guild/install",
    "guild/members",
  ],
  "workbench/bench": ["base", "contract", "rules", "host", "store/ledger"],
  "workbench/sandbox": ["base", "contract", "rules", "host"],
  "workbench/workdir": ["base", "contract", "rules", "host"],
  "workbench/fetch": ["base", "contract", "rules", "host"],
  "workbench/checks": [
    "base",
    "contract",
    "contract/kit",
    "rules",
    "host",
    "git",
    "workbench/bench",
    "workbench/sandbox",
    "workbench/workdir",
    "workbench/fetch",
  ],
  workbench: [
    "base",
    "contract",
    "contract/kit",
    "rules",
    "host",
    "store/config",
    "store/memory",
    "git",
    "model/gateway",
    "model/session",
    "guild/roster",
    "guild/toolboxes",
    "workbench/bench",
    "workbench/sandbox",
    "workbench/workdir",
    "workbench/fetch",
    "workbench/checks",
  ],
  "hall/engine": ["base", "contract", "rules", "host"],
  "hall/engine/member": [
    "base",
    "contract",
    "rules",
    "host",
    "model/gateway",
    "guild/members",
    "workbench/bench",
    "hall/engine",
  ],
  "hall/upkeep": ["base", "contract", "rules", "host"],
  "hall/doctor": [
    "base",
    "contract",
    "rules",
    "host",
    "store/config",
    "git",
    "guild/roster",
    "workbench/sandbox",
  ],
  "hall/following": ["base", "contract", "rules"],
  "hall/dispatch": ["base", "contract", "rules", "hall/following"],
  hall: [
    "base",
    "contract",
    "rules",
    "host",
    "store/config",
    "store/ledger",
    "store/memory",
    "git",
    "model/gateway",
    "guild/install",
    "guild/roster",
    "guild/members",
    "workbench/bench",
    "workbench/sandbox",
    "workbench/workdir",
    "workbench/checks",
    "hall/engine",
    "hall/engine/member",
    "hall/upkeep",
    "hall/doctor",
    "hall/following",
    "hall/dispatch",
  ],
  client: ["base", "contract"],
  cli: ["base", "contract", "rules", "host", "client", "cli/offline"],
  "cli/offline": [
    "base",
    "contract",
    "rules",
    "host",
    "store/config",
    "store/ledger",
    "guild/install",
    "guild/roster",
    "guild/packages",
    "guild/members",
    "guild/conformance",
    "workbench/sandbox",
    "hall/doctor",
    "cli",
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
const mains = /^src\/(hall|workbench|guild\/packages|cli)\/main\.ts$/;

const files = [...new Glob("**/*.ts").scanSync("src")].map((path) => `src/${path}`);

test("every file is in a room of the map and every room of the map has files", () => {
  const found = new Set(files.map(roomOf));
  expect([...found].sort()).toEqual(Object.keys(rooms).sort());
});

test("there are at most twelve floors", () => {
  expect(new Set(files.map((file) => file.split("/")[1])).size).toBeLessThanOrEqual(12);
});

test("no directory has more than thirty source files, nor tests", () => {
  const all = [...files, ...new Glob("test/**/*.{ts,js}").scanSync(".")];
  const counts = new Map<string, number>();
  for (const directory of all.map((file) => posix.dirname(file)))
    counts.set(directory, (counts.get(directory) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 30)).toEqual([]);
});

test("arrows point one way, but for the two rooms of the command line", () => {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (rooms[from] ?? []).some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  expect(Object.keys(rooms).filter((room) => reaches(room, room))).toEqual(["cli", "cli/offline"]);
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

test("only model/session/ imports the Agent SDK", () => {
  expect(
    files.filter((file) => /from "@anthropic-ai\//.test(read(file)) && roomOf(file) !== "model/session"),
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

const deepestFirst = Object.keys(rooms).sort((one, other) => other.length - one.length);

function roomOf(file: string): string {
  return deepestFirst.find((room) => file.startsWith(`src/${room}/`)) ?? file;
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
