// Runs the tests and prints one closing line: how many passed, failed and were skipped. Afterwards nothing may be left:
// no process that a test started, no temporary directory.
import { Glob } from "bun";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const maxSessions = 200;
const chosen = process.argv.slice(2);
/** Three runs of about the same length: most tests wait for something half of their time. */
const shares = [
  /^\.\/test\/(e2e|cli|conformance|session)\//,
  /^\.\/test\/(soak|simulation|docs|traitor|researcher|members|mirror|gateway)\//,
];

const scratch = mkdtempSync(join(tmpdir(), "gh-"));
const sessions = join(scratch, "sessions");
writeFileSync(sessions, "");

const codes = await Promise.all(runs().map(run));
const { passed, failed, skipped } = counts();
const used = readFileSync(sessions, "utf8").split("\n").length - 1;
const left = leftovers();
for (const line of left) console.error(`left behind: ${line}`);
for (const line of skipReasons()) console.log(`skipped: ${line}`);
if (used > maxSessions) console.error(`${used} real sessions were used; at most ${maxSessions} are allowed.`);
console.log(`\n${used} real sessions with claude (at most ${maxSessions})`);
console.log(`${passed} passed, ${failed + left.length} failed, ${skipped} skipped`);
rmSync(scratch, { recursive: true, force: true });
const strict = process.env["GUILD_HALL_TEST_NO_SKIPS"] === "1" && skipped > 0;
if (strict) console.error("Tests were skipped where none may be.");
process.exit(codes.some((code) => code !== 0) || left.length > 0 || used > maxSessions || strict ? 1 : 0);

interface Run {
  files: readonly string[];
  report: string;
  /** What it prints is kept back until it has ended, so that two runs do not mix their lines. */
  isQuiet: boolean;
}

function runs(): Run[] {
  const report = (n: number) => join(scratch, `report-${n}.xml`);
  if (chosen.length > 0) return [{ files: chosen, report: report(1), isQuiet: false }];
  const all = [...new Glob("test/**/*.test.ts").scanSync(".")].sort().map((path) => `./${path}`);
  const shareOf = (path: string) => shares.findIndex((share) => share.test(path));
  return [0, 1, -1].map((share, n) => ({
    files: all.filter((path) => shareOf(path) === share),
    report: report(n + 1),
    isQuiet: n > 0,
  }));
}

async function run({ files, report, isQuiet }: Run): Promise<number> {
  const args = ["test", "--timeout", "30000", "--reporter=junit", `--reporter-outfile=${report}`, ...files];
  const output = isQuiet ? Bun.file(`${report}.out`) : "inherit";
  const child = Bun.spawn([process.execPath, ...args], {
    stdio: ["ignore", output, output],
    env: { ...process.env, TMPDIR: scratch, GUILD_HALL_TEST_SESSIONS: sessions },
  });
  const code = await child.exited;
  if (isQuiet) process.stdout.write(readFileSync(`${report}.out`, "utf8"));
  return code;
}

function counts(): { passed: number; failed: number; skipped: number } {
  const text = readReport();
  const all = count(text, /<testcase\b/g);
  const failed = count(text, /<failure\b|<error\b/g);
  const skipped = count(text, /<skipped\b/g);
  return { passed: all - failed - skipped, failed, skipped };
}

/** One that is not there is a run that broke down, and its exit code says so. */
function readReport(): string {
  return readdirSync(scratch)
    .filter((name) => /^report-\d\.xml$/.test(name))
    .map((name) => readFileSync(join(scratch, name), "utf8"))
    .join("\n");
}

function skipReasons(): string[] {
  return [...readReport().matchAll(/<testcase name="([^"]*)"[^>]*>\s*<skipped/g)].map(
    (match) => match[1] ?? "",
  );
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

function leftovers(): string[] {
  const isOwn = (name: string) => name === "sessions" || /^(report-\d\.xml|bun-)/.test(name);
  const files = readdirSync(scratch).filter((name) => !isOwn(name));
  return [...files.map((name) => `the temporary directory ${name}`), ...strayProcesses()];
}

/** Every process of ours is told its TMPDIR, or has it on its command line. */
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
        return []; // it has ended, or is not ours to read
      }
    });
}
