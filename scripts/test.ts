// Runs the tests and prints how many passed, failed and were skipped. Fails if a test left a process or a temporary
// directory behind.
import { Glob } from "bun";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { coverageOf, floor, formatCoverage, measured } from "./coverage.ts";
import { failedFiles, outputOf } from "./failed-files.ts";

const maxSessions = 220;
/** How many files run at once. Most tests spend half of their time waiting; more files would starve each other. */
const atOnce = 4;
/**
 * Approximate durations of the slow files, so that none of them starts last. `--update-timings` of Bun measures
 * them.
 */
const timings = "test/timings.json";

/** At most this many failed files are run again, each alone. If more fail, chance is not the cause. */
const mostAgain = process.env["GUILD_HALL_TEST_AGAIN"] === "1" ? 3 : 0;

const inMemory = "GUILD_HALL_TEST_IN_MEMORY";
/**
 * Arguments for a private mount namespace: only the test processes see the mount, and it disappears with the last of
 * them.
 */
const apart = ["--mount", "--propagation", "private"];
const memoryAt = (path: string) => ["mount", "-t", "tmpfs", "-o", "size=6g,mode=0700", "tmpfs", path];

if (canUseMemory()) process.exit(await runAgainInMemory());

const scratch = mkdtempSync(join(tmpdir(), "gh-"));
if (process.env[inMemory] === "1") mountMemory(scratch);
const sessions = join(scratch, "sessions");
const report = join(scratch, "report.xml");
writeFileSync(sessions, "");

const coverage = "--coverage";
/** All cases of the files that `npm test` runs with a few of them: see test/harness/long.ts. */
const long = "--long";
const isLong = process.argv.includes(long);
const chosen = process.argv.slice(2).filter((word) => word !== coverage && word !== long);
const lcov = process.argv.includes(coverage) ? join(scratch, "coverage", "lcov.info") : null;
const all = isLong ? longFiles() : lcov === null ? ["./test"] : measured;
const whole = [`--parallel=${atOnce}`, "--no-isolate", `--timings=${timings}`, ...all];
const first = await run([...coverageFlags(), ...(chosen.length > 0 ? chosen : whole)]);
// Sessions are counted before any file is run again, or that file's sessions would count twice.
const used = readFileSync(sessions, "utf8").split("\n").length - 1;
const { passed, failed, skipped } = counts();
const skips = skipReasons();
const flaky = first.code === 0 || lcov !== null ? [] : await runFailedAgain(first.output);
const code = flaky.length > 0 ? 0 : first.code;
await browsersEnded();
const left = leftovers();
for (const line of left) console.error(`left behind: ${line}`);
for (const line of skips) console.log(`skipped: ${line}`);
if (used > maxSessions) console.error(`${used} real sessions were used; at most ${maxSessions} are allowed.`);
const coverageCode = lcov === null ? null : tellCoverage(lcov);
console.log(`\n${used} real sessions with claude (at most ${maxSessions})`);
for (const each of flaky) tellFlaky(each);
const stillFailed = flaky.length > 0 ? 0 : failed;
console.log(
  `${passed + failed - stillFailed} passed, ${stillFailed + left.length} failed, ${skipped} skipped${flaky.length > 0 ? `, ${flaky.length} flaky: ${flaky.map(({ file }) => file).join(", ")}` : ""}`,
);
if (process.env[inMemory] === "1") spawnSync("umount", [scratch]);
rmSync(scratch, { recursive: true, force: true });
const strict = process.env["GUILD_HALL_TEST_NO_SKIPS"] === "1" && skipped > 0;
if (strict) console.error("Tests were skipped where none may be.");
if (coverageCode !== null) process.exit(coverageCode);
process.exit(code !== 0 || left.length > 0 || used > maxSessions || strict ? 1 : 0);

/**
 * Returns whether the tests can run on tmpfs, which makes their thousands of fsyncs cheap. Tests of power
 * cuts use disks of their own.
 */
function canUseMemory(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || process.env[inMemory] !== undefined)
    return false;
  const available = /^MemAvailable: +(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1];
  return (
    Number(available) > 8_000_000 && spawnSync("unshare", [...apart, ...memoryAt(tmpdir())]).status === 0
  );
}

async function runAgainInMemory(): Promise<number> {
  const child = Bun.spawn(
    ["unshare", ...apart, process.execPath, import.meta.path, ...process.argv.slice(2)],
    {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, [inMemory]: "1" },
    },
  );
  return child.exited;
}

function mountMemory(path: string): void {
  const [file = "", ...args] = memoryAt(path);
  const { status, stderr } = spawnSync(file, args);
  if (status !== 0) throw new Error(`no memory could be mounted for the tests: ${stderr.toString().trim()}`);
}

/** Runs `bun test` with live output. Chosen files run one after another. */
async function run(files: readonly string[]): Promise<{ code: number; output: string }> {
  rmSync(report, { force: true });
  const told = ["--timeout", "30000", "--reporter=junit", `--reporter-outfile=${report}`];
  const child = Bun.spawn([process.execPath, "test", ...told, ...files], {
    stdio: ["ignore", "inherit", mostAgain > 0 ? "pipe" : "inherit"],
    env: {
      ...process.env,
      TMPDIR: scratch,
      GUILD_HALL_TEST_SESSIONS: sessions,
      ...(isLong && { GUILD_HALL_TEST_LONG: "1" }),
    },
  });
  const output = child.stderr ? await passOn(child.stderr) : "";
  return { code: await child.exited, output };
}

/** Returns the files with tests or cases that only the long run has. */
function longFiles(): string[] {
  const files = [...new Glob("test/**/*.test.ts").scanSync()].sort();
  return files
    .filter((file) => readFileSync(file, "utf8").includes('harness/long.ts"'))
    .map((file) => `./${file}`);
}

/** Bun merges the coverage of its workers into one file. */
function coverageFlags(): string[] {
  return lcov === null ? [] : [coverage, "--coverage-reporter=lcov", `--coverage-dir=${dirname(lcov)}`];
}

/**
 * Returns the exit code, which depends on the covered lines alone. Measuring slows the code down, so tests
 * with time limits may fail here; `npm test` covers these. A run of chosen tests need not reach the minimum.
 */
function tellCoverage(file: string): number {
  const found = coverageOf(existsSync(file) ? readFileSync(file, "utf8") : "");
  console.log(formatCoverage(found));
  return chosen.length > 0 || found.percent >= floor ? 0 : 1;
}

async function passOn(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    process.stderr.write(chunk);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

interface Flaky {
  file: string;
  /** The file's output when it failed, and when it ran alone. */
  outputs: readonly [string, string];
}

/** Runs the failed files again, each alone. Returns none if one fails again or too many have failed. */
async function runFailedAgain(output: string): Promise<Flaky[]> {
  const files = mostAgain > 0 ? failedFiles(readReport(), output) : null;
  if (files === null || files.length > mostAgain) return [];
  const again: Flaky[] = [];
  for (const file of files) {
    console.error(`\n${file} failed, and is run once more, alone:`);
    const second = await run([`./${file}`]);
    if (second.code !== 0) return [];
    again.push({ file, outputs: [outputOf(file, output), outputOf(file, second.output)] });
  }
  return again;
}

function tellFlaky({ file, outputs }: Flaky): void {
  console.log(`\nFLAKY: ${file} failed among the others and passed alone. Its cause is to be mended first.`);
  console.log(`--- ${file}, when it failed\n${outputs[0]}`);
  console.log(`--- ${file}, when it was alone\n${outputs[1]}\n`);
}

function counts(): { passed: number; failed: number; skipped: number } {
  const text = readReport();
  const all = count(text, /<testcase\b/g);
  const failed = count(text, /<failure\b|<error\b/g);
  const skipped = count(text, /<skipped\b/g);
  return { passed: all - failed - skipped, failed, skipped };
}

/** Returns "" if there is no report: then the run itself failed, as its exit code says. */
function readReport(): string {
  return existsSync(report) ? readFileSync(report, "utf8") : "";
}

function skipReasons(): string[] {
  return [...readReport().matchAll(/<testcase name="([^"]*)"[^>]*>\s*<skipped/g)].map(
    (match) => match[1] ?? "",
  );
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

/**
 * Waits for browsers to exit. A browser exits when it notices that its test has ended, and keeps its directory until
 * then.
 */
async function browsersEnded(): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < 10_000 && isBrowserThere()) await Bun.sleep(50);
}

/** Looks for both, because a browser removes its directory a moment before its process ends. */
function isBrowserThere(): boolean {
  return (
    readdirSync(scratch).some((name) => name.startsWith("ghb-")) ||
    strayProcesses().some((told) => told.includes("browser-server.js"))
  );
}

function leftovers(): string[] {
  const isOwn = (name: string) => name === "sessions" || /^(report\.xml|bun-|coverage$)/.test(name);
  const files = readdirSync(scratch).filter((name) => !isOwn(name));
  return [...files.map((name) => `${name}, with ${inside(join(scratch, name))}`), ...strayProcesses()];
}

/** Lists the content of a leftover directory, which shows which test left it. */
function inside(path: string): string {
  if (!statSync(path).isDirectory()) return "its bytes";
  return readdirSync(path, { recursive: true }).slice(0, 12).join(", ") || "nothing in it";
}

/** Finds the processes of the tests: each has the scratch directory in its environment or on its command line. */
function strayProcesses(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const told =
          readFileSync(`/proc/${pid}/environ`, "utf8") + readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return told.includes(scratch)
          ? [
              `process ${pid}: ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 120)}`,
            ]
          : [];
      } catch {
        return []; // the process has ended, or belongs to another user
      }
    });
}
