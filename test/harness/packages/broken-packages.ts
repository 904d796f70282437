// At least fifty invalid packages, and what the hall must say about each: the field, and what was expected in
// it.
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { type LaidPackage, layPackage, toolboxOf, workerOf } from "./packages.ts";

export interface BrokenPackage {
  name: string;
  says: RegExp;
  lay(directory: string): void;
}

const worker = (name: string, more: Readonly<Record<string, unknown>>, says: RegExp): BrokenPackage => ({
  name,
  says,
  lay: (directory) => void layPackage(directory, workerOf(name, more)),
});

const toolbox = (name: string, more: Readonly<Record<string, unknown>>, says: RegExp): BrokenPackage => ({
  name,
  says,
  lay: (directory) => void layPackage(directory, toolboxOf(name, more), { posture: null }),
});

const text = (name: string, written: string, says: RegExp): BrokenPackage => ({
  name,
  says,
  lay: (directory) => void layPackage(directory, null, { text: written }),
});

const files = (name: string, laid: LaidPackage, says: RegExp): BrokenPackage => ({
  name,
  says,
  lay: (directory) => void layPackage(directory, workerOf(name), laid),
});

const identity = { name: "id", title: "T", description: "D" };
const limits = (values: unknown) => ({ limits: values });

export const brokenPackages: readonly BrokenPackage[] = [
  text("not-json", "{", /package\.json is not JSON: Expected '}'/),
  text("empty-file", "", /package\.json is not JSON: Unexpected EOF/),
  text("a-list", "[]", /package\.json is not a JSON object/),
  text("a-word", '"worker"', /package\.json is not a JSON object/),
  text("no-key", '{"name":"x"}', /no "guildHall" key/),
  text("key-null", '{"guildHall":null}', /guildHall: expected an object/),
  text("key-list", '{"guildHall":["worker"]}', /guildHall: expected an object/),
  text("deep", "[".repeat(400_000), /package\.json is not JSON/),
  text(
    "huge-json",
    " ".repeat(1024 * 1024 + 1),
    /package\.json: it has 1048577 bytes, and 1048576 are allowed/,
  ),
  worker("no-type", { type: undefined }, /guildHall\.type: expected "worker", "toolbox" or/),
  worker("bad-type", { type: "wizard" }, /guildHall\.type: expected/),
  worker("empty-types", { type: [] }, /guildHall\.type: expected/),
  worker("third-type", { type: ["worker", "toolbox", "spell"] }, /guildHall\.type: expected/),
  worker("double-type", { type: ["worker", "worker"] }, /guildHall\.type: expected/),
  worker(
    "no-identity",
    { identity: undefined },
    /guildHall\.identity: expected name, title and description; it is missing/,
  ),
  worker("id-word", { identity: "me" }, /guildHall\.identity: expected name, title/),
  worker(
    "up",
    { identity: { ...identity, name: "../up" } },
    /guildHall\.identity\.name: expected a lower-case name/,
  ),
  worker(
    "upper",
    { identity: { ...identity, name: "Upper" } },
    /guildHall\.identity\.name: expected a lower-case/,
  ),
  worker(
    "long-name",
    { identity: { ...identity, name: "a".repeat(33) } },
    /guildHall\.identity\.name: expected/,
  ),
  worker(
    "number-name",
    { identity: { ...identity, name: 7 } },
    /guildHall\.identity\.name: expected a lower-case/,
  ),
  worker(
    "res-base",
    { identity: { ...identity, name: "base" } },
    /guildHall\.identity\.name: "base" is reserved/,
  ),
  worker(
    "res-man",
    { identity: { ...identity, name: "manager" } },
    /guildHall\.identity\.name: "manager" is reserved/,
  ),
  toolbox(
    "res-meet",
    { identity: { ...identity, name: "meeting" } },
    /guildHall\.identity\.name: "meeting" is reserved/,
  ),
  worker(
    "no-title",
    { identity: { ...identity, title: undefined } },
    /guildHall\.identity\.title: expected a text of 1 to 80 characters; it is missing/,
  ),
  worker(
    "long-words",
    { identity: { ...identity, description: "d".repeat(501) } },
    /guildHall\.identity\.description: expected a text of 1 to 500/,
  ),
  worker(
    "id-extra",
    { identity: { ...identity, rank: 1 } },
    /guildHall\.identity\.rank: there is no such key/,
  ),
  worker(
    "extra-key",
    { rights: "all" },
    /guildHall\.rights: there is no such key\. Known here: type, identity, posture/,
  ),
  worker("slip", { toolboxs: [] }, /guildHall\.toolboxs: there is no such key\. Did you mean "toolboxes"\?/),
  worker("boxed-tools", { tools: ["a"] }, /guildHall\.tools: there is no such key/),
  worker(
    "unknown-tool",
    { builtInTools: ["Telepathy"] },
    /guildHall\.builtInTools\[1\]: expected one of WebSearch, WebFetch, Bash, Read, Grep, Glob, Write, Edit; found "Telepathy"$/,
  ),
  worker(
    "misspelt-tool",
    { builtInTools: ["WebSerch"] },
    /guildHall\.builtInTools\[1\]: .*; found "WebSerch"\. Did you mean "WebSearch"\?/,
  ),
  worker("task-tool", { builtInTools: ["Bash", "Task"] }, /guildHall\.builtInTools\[2\]: expected one of/),
  worker(
    "pattern-tool",
    { builtInTools: ["Bash(npm test:*)"] },
    /guildHall\.builtInTools\[1\]: expected one of/,
  ),
  worker("one-tool", { builtInTools: "Bash" }, /guildHall\.builtInTools: expected a list of names/),
  worker(
    "twice-tool",
    { builtInTools: ["Bash", "Bash"] },
    /guildHall\.builtInTools\[2\]: "Bash" is named twice/,
  ),
  worker(
    "contradicts",
    { files: "read", builtInTools: ["Read", "Write"] },
    /guildHall\.builtInTools\[2\]: Write is named although files is "read"/,
  ),
  worker("bad-files", { files: "all" }, /guildHall\.files: expected one of read, write; found "all"$/),
  worker("bad-checkout", { checkout: "none" }, /guildHall\.checkout: expected one of sparse, full/),
  worker(
    "no-turns",
    limits({ maxTurns: 0 }),
    /guildHall\.limits\.maxTurns: expected a whole number from 1 to 10000/,
  ),
  worker("half-turns", limits({ maxTurns: 1.5 }), /guildHall\.limits\.maxTurns: expected a whole number/),
  worker("free", limits({ maxBudgetUsd: -1 }), /guildHall\.limits\.maxBudgetUsd: expected a number above 0/),
  worker("words-limits", limits("many"), /guildHall\.limits: expected maxTurns/),
  worker("own-boxes", { toolboxes: ["manager"] }, /guildHall\.toolboxes\[1\]: "manager" is the hall's own/),
  worker("twice-boxes", { toolboxes: ["mail", "mail"] }, /guildHall\.toolboxes\[2\]: "mail" is named twice/),
  toolbox("twice-tools", { tools: ["send", "send"] }, /guildHall\.tools\[2\]: "send" is named twice/),
  toolbox("no-tools", { tools: [] }, /guildHall\.tools: expected the name of at least one tool/),
  toolbox("bad-tools", { tools: ["Send Mail"] }, /guildHall\.tools\[1\]: expected a lower-case name/),
  toolbox("posing", { posture: "./posture.md" }, /guildHall\.posture: there is no such key/),
  files("no-entry", { index: null }, /main: \.\/index\.ts: there is no such file/),
  files("main-number", { main: 7 }, /main: expected the path of a file/),
  files("main-up", { main: "../index.ts" }, /main: \.\.\/index\.ts: the path may not go up/),
  files("main-absolute", { main: "/etc/passwd" }, /main: \/etc\/passwd: the path must be relative/),
  files("no-posture", { posture: null }, /guildHall\.posture: \.\/posture\.md: there is no such file/),
  worker("posture-up", { posture: "../../posture.md" }, /guildHall\.posture: .*the path may not go up/),
  {
    name: "posture-out",
    says: /guildHall\.posture: \.\/posture\.md: it leads out of the package's directory/,
    lay: (directory) => {
      layPackage(directory, workerOf("posture-out"), { posture: null });
      symlinkSync("/etc/hostname", `${directory}/posture.md`);
    },
  },
  {
    name: "directory-out",
    says: /main: \.\/lib\/index\.ts: it leads out of the package's directory/,
    lay: (directory) => {
      layPackage(directory, workerOf("directory-out"), { main: "./lib/index.ts" });
      const outside = layPackage(`${directory}/../.outside`, {});
      symlinkSync(outside, `${directory}/lib`);
    },
  },
  {
    name: "huge-posture",
    says: /guildHall\.posture: \.\/posture\.md: it has 104857600 bytes, and 262144 are allowed/,
    lay: (directory) => {
      layPackage(directory, workerOf("huge-posture"));
      truncateSync(`${directory}/posture.md`, 100 * 1024 * 1024);
    },
  },
  {
    name: "piped-posture",
    says: /guildHall\.posture: \.\/posture\.md: it is not a regular file/,
    lay: (directory) => {
      layPackage(directory, workerOf("piped-posture"), { posture: null });
      execFileSync("mkfifo", [`${directory}/posture.md`]);
    },
  },
  {
    name: "piped-json",
    says: /package\.json: it is not a regular file/,
    lay: (directory) => {
      mkdirSync(directory);
      execFileSync("mkfifo", [`${directory}/package.json`]);
    },
  },
  {
    name: "directory-json",
    says: /package\.json: it is not a regular file/,
    lay: (directory) => mkdirSync(`${directory}/package.json`, { recursive: true }),
  },
  {
    name: "empty-place",
    says: /package\.json: there is no such file/,
    lay: (directory) => mkdirSync(directory),
  },
  {
    name: "looped",
    says: /looped: it is a link, or leads through one; expected one with a package\.json/,
    lay: (directory) => symlinkSync("looped", directory),
  },
  {
    name: "dangling",
    says: /dangling: it is a link that leads nowhere any more; expected one with a package\.json/,
    lay: (directory) => symlinkSync("/nowhere/at/all", directory),
  },
  {
    name: "twin",
    says: /guildHall\.identity\.name: "good-worker" is the name of the package .*a-good-worker already; expected another name/,
    lay: (directory) => void layPackage(directory, workerOf("good-worker")),
  },
  {
    name: "twin-box",
    says: /guildHall\.identity\.name: "good-box" is the name of the package .*a-good-box already/,
    lay: (directory) => void layPackage(directory, toolboxOf("good-box"), { posture: null }),
  },
  {
    name: "hidden-box",
    says: /guildHall\.identity\.name: "ide" is a name that claude keeps for itself/,
    lay: (directory) => void layPackage(directory, toolboxOf("ide"), { posture: null }),
  },
  {
    name: "hidden-both",
    says: /guildHall\.identity\.name: "ide" is a name that claude keeps for itself/,
    lay: (directory) => void layPackage(directory, { ...workerOf("ide"), type: ["worker", "toolbox"] }),
  },
  {
    name: "many-faults",
    says: /guildHall\.files: .* \(and 2 more: "guild-hall package validate .*many-faults" names them all\)/,
    lay: (directory) =>
      void layPackage(directory, workerOf("many-faults", { files: 7, checkout: 7 }), { main: "./none.ts" }),
  },
];

/** Writes three valid packages into the directory of the invalid ones. */
export function layGoodPackages(parent: string): void {
  layPackage(`${parent}/a-good-worker`, workerOf("good-worker"));
  layPackage(`${parent}/a-good-box`, toolboxOf("good-box", { tools: ["look_up"] }), { posture: null });
  const both = { type: ["toolbox", "worker"], tools: ["send"], toolboxes: ["good-both", "good-box"] };
  layPackage(`${parent}/z-good-both`, workerOf("good-both", both));
  writeFileSync(`${parent}/README.md`, "A file beside packages is none of them.");
}

export function layBrokenPackages(parent: string): void {
  for (const { name, lay } of brokenPackages) lay(`${parent}/${name}`);
}
