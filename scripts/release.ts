// npm run release -- VERSION [--dry-run] [--offline]: plans a release and carries it out. It publishes nothing, but
// prints the commands that publish it. docs/internals/releasing.md describes the steps.
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { parseArgs } from "node:util";
import { applyRelease } from "./release/apply.ts";
import { formatPlan, planRelease, type ReleasePlan, type Repository } from "./release/plan.ts";

const usage = "npm run release -- VERSION [--dry-run] [--offline]";
const options = { "dry-run": { type: "boolean" }, offline: { type: "boolean" } } as const;
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [version, ...others] = positionals;
if (version === undefined || others.length > 0) fail(`Name one version: ${usage}`);

const root = realpathSync(process.cwd());
const planned = planRelease(readRepository(), { version, date: new Date().toISOString().slice(0, 10) });
if (!planned.ok) fail(planned.refusals.join("\n"));
console.log(formatPlan(planned.plan));
if (values["dry-run"] !== true) release(planned.plan);

function release(plan: ReleasePlan): void {
  const outside = mkdtempSync(join(realpathSync(tmpdir()), "guild-hall-release-"));
  const installFlags = values.offline === true ? ["--offline"] : [];
  try {
    // Inside the repository, an installed package would resolve the repository's own packages.
    if (`${outside}${sep}`.startsWith(`${root}${sep}`)) throw new Error("TMPDIR is inside the repository.");
    const deps = { root, outside, run, installFlags, tell: (line: string) => console.log(line) };
    const tarball = applyRelease(deps, plan);
    console.log(
      `\n${plan.tag} is committed and tagged here, and nothing was sent anywhere. To publish it:\n`,
    );
    console.log(`  git push origin main ${plan.tag}\n  npm publish ${tarball}`);
  } catch (error) {
    rmSync(outside, { recursive: true, force: true });
    fail(error instanceof Error ? error.message : String(error));
  }
}

function readRepository(): Repository {
  const lines = (args: readonly string[]) =>
    run(["git", ...args], root)
      .split("\n")
      .filter((line) => line !== "");
  const [branch = ""] = lines(["branch", "--show-current"]);
  return {
    root,
    branch: branch === "" ? null : branch,
    changes: lines(["status", "--porcelain"]),
    tags: lines(["tag", "--list"]),
  };
}

/** Passes stderr through, and stdout too for npm and the demo. */
function run([file = "", ...args]: readonly string[], cwd: string): string {
  const isLong = file === "npm" || args.includes("demo");
  const stdout = isLong ? "inherit" : "pipe";
  const ended = spawnSync(file, args, { cwd, encoding: "utf8", stdio: ["ignore", stdout, "inherit"] });
  if (ended.error) throw ended.error;
  if (ended.status !== 0)
    throw new Error(`${file} ${args.join(" ")} ended with ${ended.status ?? ended.signal}.`);
  return ended.stdout ?? "";
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
