// Runs the tests and prints one closing line: how many passed, failed and were skipped. Afterwards nothing may be left:
// no process that a test started, no temporary directory.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const maxSessions = 160;
const chosen = process.argv.slice(2);

const scratch = mkdtempSync(join(tmpdir(), "gh-"));
const sessions = join(scratch, "sessions");
const report = join(scratch, "report.xml");
writeFileSync(sessions, "");

const code = await run();
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
process.exit(code !== 0 || left.length > 0 || used > maxSessions || strict ? 1 : 0);

async function run(): Promise<number> {
  const args = [
    "test",
    "--timeout",
    "30000",
    "--reporter=junit",
    `--reporter-outfile=${report}`,
    ...(chosen.length > 0 ? chosen : ["test"]),
  ];
  const child = Bun.spawn([process.execPath, ...args], {
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

function readReport(): string {
  try {
    return readFileSync(report, "utf8");
  } catch {
    return "";
  }
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
  const own = new Set(["sessions", "report.xml"]);
  const files = readdirSync(scratch).filter((name) => !own.has(name) && !name.startsWith("bun-"));
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
