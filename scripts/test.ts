// Runs the tests and prints one closing line: how many passed, failed and were skipped. Afterwards nothing may be left:
// no process that a test started, no temporary directory.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const maxSessions = 200;
/** How many files are run at once: most tests wait for something half of their time, and more would starve each other. */
const atOnce = 3;
/** Roughly how long each slow file takes, so that none of them is begun last. Bun measures it anew with `--update-timings`. */
const timings = "test/timings.json";

const inMemory = "GUILD_HALL_TEST_IN_MEMORY";
/** What is mounted is seen by these processes alone, and goes with the last of them. */
const apart = ["--mount", "--propagation", "private"];
const memoryAt = (path: string) => ["mount", "-t", "tmpfs", "-o", "size=6g,mode=0700", "tmpfs", path];

if (canUseMemory()) process.exit(await runAgainInMemory());

const scratch = mkdtempSync(join(tmpdir(), "gh-"));
if (process.env[inMemory] === "1") mountMemory(scratch);
const sessions = join(scratch, "sessions");
const report = join(scratch, "report.xml");
writeFileSync(sessions, "");

const code = await run(process.argv.slice(2));
const { passed, failed, skipped } = counts();
const used = readFileSync(sessions, "utf8").split("\n").length - 1;
await browsersEnded();
const left = leftovers();
for (const line of left) console.error(`left behind: ${line}`);
for (const line of skipReasons()) console.log(`skipped: ${line}`);
if (used > maxSessions) console.error(`${used} real sessions were used; at most ${maxSessions} are allowed.`);
console.log(`\n${used} real sessions with claude (at most ${maxSessions})`);
console.log(`${passed} passed, ${failed + left.length} failed, ${skipped} skipped`);
if (process.env[inMemory] === "1") spawnSync("umount", [scratch]);
rmSync(scratch, { recursive: true, force: true });
const strict = process.env["GUILD_HALL_TEST_NO_SKIPS"] === "1" && skipped > 0;
if (strict) console.error("Tests were skipped where none may be.");
process.exit(code !== 0 || left.length > 0 || used > maxSessions || strict ? 1 : 0);

/** Tests sync thousands of files. What outlives a power cut is shown on disks of their own; the others need none. */
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

/** What is chosen is run one after another, and seen while it runs. Each worker keeps what it has loaded. */
async function run(chosen: readonly string[]): Promise<number> {
  const whole = [`--parallel=${atOnce}`, "--no-isolate", `--timings=${timings}`, "./test"];
  const told = ["--timeout", "30000", "--reporter=junit", `--reporter-outfile=${report}`];
  const child = Bun.spawn([process.execPath, "test", ...told, ...(chosen.length > 0 ? chosen : whole)], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, TMPDIR: scratch, GUILD_HALL_TEST_SESSIONS: sessions },
  });
  return child.exited;
}

function counts(): { passed: number; failed: number; skipped: number } {
  const text = readReport();
  const all = count(text, /<testcase\b/g);
  const failed = count(text, /<failure\b|<error\b/g);
  const skipped = count(text, /<skipped\b/g);
  return { passed: all - failed - skipped, failed, skipped };
}

/** Where it is not there the run broke down, and its exit code says so. */
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

/** A browser ends when it sees that whoever used it is gone; each has a directory for as long. */
async function browsersEnded(): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < 10_000 && readdirSync(scratch).some((name) => name.startsWith("ghb-")))
    await Bun.sleep(50);
}

function leftovers(): string[] {
  const isOwn = (name: string) => name === "sessions" || /^(report\.xml|bun-)/.test(name);
  const files = readdirSync(scratch).filter((name) => !isOwn(name));
  return [...files.map((name) => `${name}, with ${inside(join(scratch, name))}`), ...strayProcesses()];
}

/** What is in it tells which test it was. */
function inside(path: string): string {
  if (!statSync(path).isDirectory()) return "its bytes";
  return readdirSync(path, { recursive: true }).slice(0, 12).join(", ") || "nothing in it";
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
