// The files of a job belong to the person too: what they edit, add or delete by hand is seen at once, and nothing that
// they put there leads the member astray.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { lookAgain } from "../../guild-members/researcher/store/seen-file.ts";
import {
  closeMembers,
  openTestMember,
  type ShownStatus,
  statusOf,
  untilOver,
} from "../harness/members/some-member.ts";
import { tempDir } from "../harness/temp.ts";

afterEach(closeMembers);

test("what a person edits, adds or deletes by hand is seen at once", async () => {
  const member = await openTestMember();
  const jobId = await member.dispatch({ description: "Before" });
  const { recorder } = await member.at(0);
  const directory = `${member.directory}/jobs/${jobId}`;
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(`${directory}/${file}`, change(readFileSync(`${directory}/${file}`, "utf8")));

  // Of one length, and faster than the clock of the file system moves.
  for (const description of [...Array.from({ length: 40 }, (_, i) => `Edit ${i % 10}`), "Again!"]) {
    edit("meta.json", (text) => text.replace(/"description": ".*"/, `"description": "${description}"`));
    const [listed] = (await member.ask<{ jobs: ShownStatus[] }>("worker/list", { detail: "detailed" })).jobs;
    expect(listed?.description).toBe(description);
  }
  await recorder.setSummary("one");
  edit("status.md", () => "two");
  expect((await statusOf(member, jobId)).summary).toBe("two");
  writeFileSync(`${directory}/questions.md`, "# Questions\n\n## Question 1\n\n> By hand?\n\nYes.\n");
  await recorder.addQuestion("And now?");
  expect((await statusOf(member, jobId)).questions).toEqual(["By hand?", "And now?"]);
  expect(readFileSync(`${directory}/questions.md`, "utf8")).toContain("\nYes.\n");
  writeFileSync(`${directory}/decisions.json`, "[broken");
  expect((await statusOf(member, jobId)).decisions).toBeNull();
  await recorder.addDecision({ question: "a", decision: "b", reasoning: "c" });
  expect((await statusOf(member, jobId)).decisions).toHaveLength(1);
  expect(readFileSync(`${directory}/decisions.json.damaged`, "utf8")).toBe("[broken");

  edit("meta.json", (text) => text.slice(0, 20)); // in the middle of writing it
  expect(await statusOf(member, jobId)).toMatchObject({ status: "running", description: "Again!" });

  const copy = "01900000-0000-7000-8000-00000000000a";
  Bun.spawnSync(["cp", "-r", directory, `${member.directory}/jobs/${copy}`]);
  expect(await statusOf(member, copy)).toMatchObject({
    status: "failed",
    error: "Its meta.json cannot be read: it is broken, or of a newer release.",
  });

  rmSync(directory, { recursive: true });
  expect((await member.call("worker/status", { jobId })).error?.code).toBe(-32602);
  const { jobs } = await member.ask<{ jobs: { jobId: string }[] }>("worker/list");
  expect(jobs.map((job) => job.jobId)).toEqual([copy]);
  expect((await member.at(0)).stops).toBe(1); // nobody could read what it goes on to do
});

test("a job that runs by its files only begins when it had not, and has failed when it had", async () => {
  const member = await openTestMember({ slots: 1 });
  const first = await member.dispatch();
  await member.at(0);
  const second = await member.dispatch();
  const jobs = `${member.directory}/jobs`;
  const copies = ["01900000-0000-7000-8000-00000000000a", "01900000-0000-7000-8000-00000000000b"];
  Bun.spawnSync(["cp", "-r", `${jobs}/${first}`, `${jobs}/${copies[0]}`]);
  Bun.spawnSync(["cp", "-r", `${jobs}/${second}`, `${jobs}/${copies[1]}`]);
  await member.ask("worker/list");
  const { error } = await untilOver(member, copies[0] ?? "");
  expect(error).toContain("its session is gone");
  await member.ask("worker/cancel", { jobId: first });
  await member.ask("worker/cancel", { jobId: (await member.at(1)).job.jobId });
  expect((await member.at(2)).job.jobId).toBe(copies[1] ?? "");
});

test("files that are links, and other things in the place of files, are not followed", async () => {
  const member = await openTestMember();
  const jobId = await member.dispatch();
  const { recorder, end } = await member.at(0);
  const outside = tempDir();
  writeFileSync(`${outside}/key`, "secret");
  const directory = `${member.directory}/jobs/${jobId}`;
  rmSync(`${directory}/status.md`);
  for (const name of ["status.md", "questions.md", "result.md"])
    symlinkSync(`${outside}/key`, `${directory}/${name}`);
  Bun.spawnSync(["mkfifo", `${directory}/decisions.json`]);
  expect(await statusOf(member, jobId)).toMatchObject({ summary: null, questions: null, decisions: null });
  await recorder.setSummary("mine");
  end({ how: "finished", finalText: "The end." });
  await untilOver(member, jobId);
  expect(await member.ask<object>("worker/result", { jobId })).toMatchObject({ output: "The end." });
  expect(readFileSync(`${outside}/key`, "utf8")).toBe("secret");
  expect(existsSync(`${outside}/status.md`)).toBe(false);
});

test("a file that changed a moment ago is read again, for a change within one step of the clock leaves no trace", () => {
  const path = `${tempDir()}/status.md`;
  writeFileSync(path, "new");
  const fresh = lookAgain(path, undefined);
  expect(fresh).toMatchObject({ text: "new", isSettled: false });
  const before = { ...fresh, text: "old" };
  expect(lookAgain(path, before).text).toBe("new");
  expect(lookAgain(path, { ...before, isSettled: true }).text).toBe("old"); // the same stamp, and time enough passed
});
