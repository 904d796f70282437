// The files of a member's job: brought into the commission's directory before it is over, bounded, and nowhere else.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { commissionLayout } from "../../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../../src/contract/home/ids.ts";
import { keptArtifacts } from "../../../../src/contract/member/worker-protocol.ts";
import { closeConductors } from "../../../harness/conductor.ts";
import { tempDir } from "../../../harness/temp.ts";
import { closeAll } from "../../../model/gateway/support.ts";
import { type LittleJob, type LittleMember, openLittleMember } from "./little-member.ts";
import { atWork, closeMemberHalls, type MemberHall, openMemberHall, outcomeOf } from "./support.ts";
import { longTest } from "../../../harness/long.ts";

let member: LittleMember;
beforeEach(() => {
  member = openLittleMember();
});
afterEach(async () => {
  await closeMemberHalls();
  await closeConductors();
  await closeAll();
  await member.stop();
});

const text = (content: string) => ({ encoding: "utf8", content });
const asked = () => member.heard.filter((method) => method === "worker/artifact").length;

async function submissionOf(hall: MemberHall, id: CommissionId) {
  return (await hall.ledger.find(id))?.record.submission;
}

async function ended(hall: MemberHall, files: LittleJob["files"], names = Object.keys(files)) {
  const id = await atWork(hall);
  Object.assign(member.onlyJob(), { files, artifacts: names, output: "# Found", status: "completed" });
  await hall.ends(id);
  const layout = commissionLayout(hall.home, id);
  return { id, layout, submission: await submissionOf(hall, id) };
}

/** Every file below it, as it stands there. */
function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(directory.length + 1))
    .sort();
}

test("they are kept as they were, and are there when the commission is said to be over", async () => {
  const hall = await openMemberHall(member);
  const bytes = Buffer.from([0, 1, 255, 254, 10, 0]);
  const found: string[][] = [];
  const unsubscribe = hall.ledger.subscribe(({ summary, event }) => {
    if (event.type === "result.submitted" || event.type === "commission.completed")
      found.push(filesBelow(`${commissionLayout(hall.home, summary.id).directory}/artifacts`));
  });
  const { id, layout } = await ended(hall, {
    "artifacts/notes/report.md": text("# Report\n"),
    "artifacts/raw.bin": { encoding: "base64", content: bytes.toString("base64") },
    "loose.txt": text(""),
  });
  unsubscribe();
  const all = ["loose.txt", "notes/report.md", "raw.bin"];
  expect(found).toEqual([all, all]);
  expect(readFileSync(`${layout.artifacts}/notes/report.md`, "utf8")).toBe("# Report\n");
  expect(readFileSync(`${layout.artifacts}/raw.bin`).equals(bytes)).toBe(true);
  expect(statSync(`${layout.artifacts}/raw.bin`).mode & 0o777).toBe(0o600);
  expect(await submissionOf(hall, id)).toMatchObject({
    artifacts: [
      { path: "notes/report.md", from: "artifacts", bytes: 9 },
      { path: "raw.bin", from: "artifacts", bytes: 6 },
      { path: "loose.txt", from: "artifacts", bytes: 0 },
    ],
    memberArtifacts: [],
    leftArtifacts: [],
  });
});

describe("a hostile name", () => {
  const hostile = [
    "../escaped",
    "artifacts/../../escaped",
    "/tmp/escaped",
    "artifacts/a/../../../escaped",
    "..",
    ".",
    "",
    "artifacts/\0escaped",
    "artifacts/a\nb",
    "artifacts\\..\\escaped",
    `artifacts/${"d/".repeat(600)}escaped`,
    `artifacts/${"x".repeat(256)}`,
    "artifacts/\ud800",
  ];

  test("is not even asked for, and the sound one beside it is kept", async () => {
    const hall = await openMemberHall(member);
    const before = filesBelow(hall.home.root);
    const files = Object.fromEntries(hostile.map((name) => [name, text("evil")]));
    const { id, submission } = await ended(hall, { ...files, "artifacts/good.md": text("good") });
    expect(submission?.artifacts.map(({ path }) => path)).toEqual(["good.md"]);
    expect(submission?.leftArtifacts).toHaveLength(hostile.length);
    expect(asked()).toBe(1);
    const made = filesBelow(hall.home.root).filter((path) => !before.includes(path));
    expect(made.filter((path) => !path.startsWith(`commissions/${id}/`))).toEqual([]);
    expect(made.filter((path) => path.includes("/artifacts/"))).toEqual([
      `commissions/${id}/artifacts/good.md`,
    ]);
  });

  test("leads through no link that stands in the way", async () => {
    const hall = await openMemberHall(member);
    const outside = tempDir();
    const id = await atWork(hall);
    const { directory, artifacts } = commissionLayout(hall.home, id);
    mkdirSync(artifacts, { recursive: true });
    symlinkSync(outside, `${artifacts}/out`);
    writeFileSync(`${outside}/target`, "untouched");
    symlinkSync(`${outside}/target`, `${artifacts}/leaf.md`);
    const files = { "artifacts/out/evil.md": text("evil"), "artifacts/leaf.md": text("evil") };
    Object.assign(member.onlyJob(), { files, artifacts: Object.keys(files), status: "completed" });
    await hall.ends(id);
    expect(readdirSync(outside)).toEqual(["target"]);
    expect(readFileSync(`${outside}/target`, "utf8")).toBe("untouched");
    // The control: whoever joins the names and writes is led out.
    writeFileSync(`${directory}/artifacts/out/evil.md`, "evil");
    expect(readdirSync(outside).sort()).toEqual(["evil.md", "target"]);
  });

  test("is kept once where two are the same, and where one is the directory of another", async () => {
    const hall = await openMemberHall(member);
    const names = ["artifacts/a.md", "a.md", "artifacts/A.MD", "artifacts/dir", "artifacts/dir/b.md"];
    const { submission } = await ended(hall, Object.fromEntries(names.map((name) => [name, text(name)])));
    expect(submission?.artifacts.map(({ path }) => path)).toEqual(["a.md", "dir"]);
    expect(submission?.leftArtifacts.map(({ path }) => path)).toEqual([
      "a.md",
      "artifacts/A.MD",
      "artifacts/dir/b.md",
    ]);
  });
});

describe("what is too much", () => {
  test("stays at the member: too many files", async () => {
    const hall = await openMemberHall(member);
    const names = Array.from({ length: 130 }, (_, i) => `artifacts/${i}.md`);
    const { submission } = await ended(hall, Object.fromEntries(names.map((name) => [name, text(name)])));
    expect([submission?.artifacts.length, submission?.leftArtifacts.length, asked()]).toEqual([100, 30, 100]);
    expect(submission?.leftArtifacts[0]?.reason).toBe("at most 100 files are fetched");
  });

  test("stays at the member: a file that is too large, and all together", async () => {
    const hall = await openMemberHall(member);
    const large = (bytes: number) => ({
      encoding: "base64",
      content: Buffer.alloc(bytes).toString("base64"),
    });
    const files: LittleJob["files"] = { "artifacts/huge": large(keptArtifacts.fileBytes + 1) };
    for (let i = 0; i < 10; i += 1) files[`artifacts/${i}`] = large(keptArtifacts.fileBytes);
    const { submission } = await ended(hall, files);
    expect(submission?.artifacts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(keptArtifacts.totalBytes);
    expect(submission?.leftArtifacts.map(({ path }) => path)).toEqual([
      "artifacts/huge",
      "artifacts/8",
      "artifacts/9",
    ]);
    expect(asked()).toBe(10); // the last is not asked for
  }, 30_000);

  test.each([
    ["bytes that are no base64", { encoding: "base64", content: "@@@@" }, "is not base64"],
    ["half a character", { encoding: "utf8", content: "\ud800" }, "not well-formed"],
    ["another file", { encoding: "utf8", content: "x", path: "artifacts/other" }, "another file"],
    ["another encoding", { encoding: "utf16", content: "x" }, "does not fit"],
  ])("or wrong: %s", async (_what, file, why) => {
    const hall = await openMemberHall(member);
    const { id, submission, layout } = await ended(hall, { "artifacts/odd": file });
    expect(submission?.leftArtifacts).toEqual([
      { path: "artifacts/odd", reason: expect.stringContaining(why) },
    ]);
    expect(await outcomeOf(hall, id)).toMatchObject({ status: "completed" });
    expect(filesBelow(layout.directory).filter((path) => path.startsWith("artifacts/"))).toEqual([]);
  });
});

test("a member without worker/artifact is asked once, and the reason is on record", async () => {
  member.offersArtifacts = false;
  const hall = await openMemberHall(member);
  const names = ["artifacts/a", "artifacts/b", "artifacts/c"];
  const { id, submission } = await ended(hall, {}, names);
  expect(asked()).toBe(1);
  expect(submission?.memberArtifacts).toEqual(names);
  expect(new Set(submission?.leftArtifacts.map(({ reason }) => reason))).toEqual(
    new Set(['guild member "scout" does not offer worker/artifact']),
  );
  expect(await outcomeOf(hall, id)).toMatchObject({ status: "completed" });
});

test("a file that the member refuses does not keep the others away", async () => {
  const hall = await openMemberHall(member);
  const names = ["artifacts/gone", "artifacts/there"];
  const { submission } = await ended(hall, { "artifacts/there": text("x") }, names);
  expect(submission?.artifacts.map(({ path }) => path)).toEqual(["there"]);
  expect(submission?.leftArtifacts[0]?.reason).toContain("there is no such job");
});

test("a file whose answer is longer than any may be does not keep the others away, and is asked for once", async () => {
  const hall = await openMemberHall(member);
  const files = { "artifacts/long": text("x".repeat(17 * 1024 * 1024)), "artifacts/short": text("x") };
  const { submission } = await ended(hall, files);
  expect(submission?.artifacts.map(({ path }) => path)).toEqual(["short"]);
  expect(submission?.leftArtifacts[0]?.reason).toContain("longer than 16 MB");
  expect(asked()).toBe(2);
});

longTest("a member that hangs holds up the end for a while, and its result is kept", async () => {
  member.faults.set(
    "worker/artifact",
    Array.from({ length: 50 }, () => "hangs" as const),
  );
  const hall = await openMemberHall(member);
  const { id, submission } = await ended(hall, {}, ["artifacts/a", "artifacts/b"]);
  expect(await outcomeOf(hall, id)).toMatchObject({ status: "completed" });
  expect(submission).toMatchObject({ output: "# Found", memberArtifacts: ["artifacts/a", "artifacts/b"] });
});

describe("while files are fetched", () => {
  async function fetching(more: object = {}) {
    member.faults.set(
      "worker/artifact",
      Array.from({ length: 50 }, () => "hangs" as const),
    );
    const hall = await openMemberHall(member);
    const id = await atWork(hall, more);
    Object.assign(member.onlyJob(), { artifacts: ["artifacts/a"], output: "# Found", status: "completed" });
    await hall.passes(() => asked() > 0);
    return { hall, id };
  }

  test("a cancel ends the commission, and the text of its result is on record", async () => {
    const { hall, id } = await fetching();
    void hall.conductor.cancel(id, "enough");
    await hall.ends(id);
    expect(await outcomeOf(hall, id)).toMatchObject({ status: "cancelled", reason: "enough" });
    expect(await submissionOf(hall, id)).toMatchObject({
      output: "# Found",
      memberArtifacts: ["artifacts/a"],
    });
  });

  test("its time may be up, and its result counts all the same", async () => {
    const { hall, id } = await fetching({ config: { maxSeconds: 5 } });
    await hall.ends(id);
    expect(await outcomeOf(hall, id)).toMatchObject({ status: "completed" });
    expect(await submissionOf(hall, id)).toMatchObject({
      output: "# Found",
      memberArtifacts: ["artifacts/a"],
    });
  });
});

test("a hall that dies on the way leaves it to the next one, which fetches all of them", async () => {
  const first = await openMemberHall(member);
  const id = await atWork(first);
  member.faults.set("worker/artifact", ["hangs"]);
  const files = { "artifacts/a": text("a"), "artifacts/b": text("b") };
  Object.assign(member.onlyJob(), {
    files,
    artifacts: Object.keys(files),
    output: "# Found",
    status: "completed",
  });
  await first.passes(() => asked() === 1);
  await first.dies();
  const second = await openMemberHall(member, { home: first.home });
  await second.ends(id);
  expect((await submissionOf(second, id))?.artifacts.map(({ path }) => path)).toEqual(["a", "b"]);
  expect(await outcomeOf(second, id)).toMatchObject({ status: "completed", anomaly: null });
});
