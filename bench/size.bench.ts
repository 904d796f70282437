// Measures the disk space of an installation, part by part.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed } from "../src/host/program.ts";
import type { Benchmark } from "./benchmark.ts";

export const benchmark: Benchmark = {
  name: "size",
  what: "what `npm ci --omit=dev` puts on the disk, part by part",
  run: async (say, size) => {
    const directory = mkdtempSync(join(tmpdir(), "guild-hall-bench-size-"));
    try {
      size(layWhole, layEmpty)(directory);
      run(
        ["npm", "ci", "--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"],
        directory,
      );
      const parts = partsOf(join(directory, "node_modules"));
      const all = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
      say({ name: "installed size", value: inMb(all), unit: "MB", target: null, ok: null });
      for (const [name, bytes] of Object.entries(parts))
        say({ name: `installed size, ${name}`, value: inMb(bytes), unit: "MB", target: null, ok: null });
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

/** Copies what `npm ci` needs to fetch the packages. What it would build is counted with our own files. */
function layWhole(directory: string): void {
  for (const path of ["package.json", "package-lock.json"]) cpSync(installed(path), join(directory, path));
}

/** Copies the same without dependencies, so that every step runs but nothing is fetched. */
function layEmpty(directory: string): void {
  layWhole(directory);
  const { dependencies: _, devDependencies: __, ...own } = readJson(installed("package.json"));
  const lock = { lockfileVersion: 3, requires: true, packages: { "": own } };
  writeFileSync(join(directory, "package.json"), JSON.stringify(own));
  writeFileSync(join(directory, "package-lock.json"), JSON.stringify(lock));
}

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
}

const inMb = (bytes: number): number => Math.round(bytes / 1e5) / 10;

function partsOf(modules: string): Record<string, number> {
  // Without scripts, which would rebuild the page that `npm ci` has already built.
  const pack = ["npm", "pack", "--dry-run", "--json", "--ignore-scripts"];
  const own = JSON.parse(run(pack, installed("."))) as PackResult[];
  const sizes = new Map(packagesIn(modules).map((name) => [name, sizeOf(join(modules, name))]));
  const sumOf = (isOne: (name: string) => boolean) =>
    [...sizes].filter(([name]) => isOne(name)).reduce((sum, [, bytes]) => sum + bytes, 0);
  const isClaude = (name: string) => name.startsWith("@anthropic-ai/claude-agent-sdk-");
  const isSdk = (name: string) => name === "@anthropic-ai/claude-agent-sdk";
  const isBun = (name: string) => name === "bun" || name.startsWith("@oven/");
  return {
    "claude, Anthropic's program": sumOf(isClaude),
    "Bun, the runtime": sumOf(isBun),
    "the Agent SDK": sumOf(isSdk),
    "all other packages": sumOf((name) => !isClaude(name) && !isSdk(name) && !isBun(name)),
    "our own": own[0]?.unpackedSize ?? 0,
  };
}

interface PackResult {
  unpackedSize: number;
}

function packagesIn(modules: string): string[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}

/** Counts a hard-linked file once per link, which is rare in an installation. Does not follow symlinks. */
function sizeOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function run(command: string[], cwd: string): string {
  const done = Bun.spawnSync(command, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  if (done.exitCode !== 0) throw new Error(`${command.join(" ")} failed`);
  return done.stdout.toString();
}
