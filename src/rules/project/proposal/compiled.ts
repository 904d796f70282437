// Proposes how to set up and check projects of Go and Rust, and projects with a Makefile.
import type { ProposedLine } from "../../../contract/project/proposal.ts";
import { makefiles, type RepositoryFiles } from "./files.ts";
import { checkLine, type FoundTools, hostLine, setUpLine } from "./found.ts";
import { outlineToml } from "./outline-toml.ts";

export function findGo({ paths, texts }: RepositoryFiles): FoundTools | null {
  const text = texts.get("go.mod");
  if (text === undefined) return null;
  const check = checkLine("go test ./...", "go.mod makes it a module of Go");
  const needs = /^\s*require\b/m.test(text) && !paths.has("vendor/modules.txt");
  return { lines: [...(needs ? goSetUp : []), check], programs: ["go"], notes: [] };
}

/** The modules are made writable, because a cache of read-only directories cannot be removed. */
const goSetUp: readonly ProposedLine[] = [
  setUpLine(
    "GOFLAGS=-modcacherw go mod download",
    "go.mod says which modules to fetch, and there is no vendor directory",
  ),
  hostLine("proxy.golang.org", "go fetches modules from it"),
  hostLine("sum.golang.org", "go compares their checksums with it"),
];

export function findRust({ paths, texts }: RepositoryFiles): FoundTools | null {
  const text = texts.get("Cargo.toml");
  if (text === undefined) return null;
  const tables = outlineToml(text);
  const isDependency = (table: string) => /(?:^|\.)(?:dev-|build-)?dependencies(?:\.|$)/.test(table);
  const needs =
    paths.has("Cargo.lock") ||
    tables.has("workspace") ||
    [...tables].some(([name, keys]) => isDependency(name) && (keys.size > 0 || /dependencies\./.test(name)));
  const isLocked = paths.has("Cargo.lock");
  const command = isLocked ? "cargo fetch --locked" : "cargo fetch";
  const setUp = [
    setUpLine(command, isLocked ? "Cargo.lock says which crates to fetch" : "Cargo.toml names crates"),
    hostLine("index.crates.io", "cargo looks crates up in it"),
    hostLine("static.crates.io", "cargo fetches crates from it"),
  ];
  const check = checkLine(
    "cargo test --offline",
    "Cargo.toml makes it a package of Rust; the crates are there already",
  );
  return { lines: [...(needs ? setUp : []), check], programs: ["cargo"], notes: [] };
}

/** For a project without a check of its own language. */
export function findMake({ texts }: RepositoryFiles): FoundTools | null {
  for (const file of makefiles) {
    const text = texts.get(file);
    if (text === undefined) continue;
    const targets = targetsIn(text);
    const target = ["test", "check"].find((name) => targets.has(name));
    if (target === undefined) return null;
    const line = checkLine(`make ${target}`, `${file} has a target "${target}"`);
    return { lines: [line], programs: ["make"], notes: [] };
  }
  return null;
}

function targetsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    const [, names = ""] = /^([\w][\w .-]{0,500}?)\s*::?(?![:=])/.exec(line) ?? [];
    for (const name of names.split(" ")) if (name !== "") found.add(name);
  }
  return found;
}
