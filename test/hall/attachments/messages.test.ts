// Messages that bring files, on a real ledger and disk: what is refused, which files a follow-up has, and that a commission
// keeps its files whatever is removed elsewhere.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import {
  type AttachmentHash,
  type AttachmentRef,
  attachmentHash,
} from "../../../src/contract/commission/attachments.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { commissionLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import {
  type AttachmentStore,
  createAttachmentStore,
  readAttachment,
} from "../../../src/hall/attachments/attachment-store.ts";
import type { Conductor } from "../../../src/hall/dispatch/conductor.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { shownAttachments } from "../../../src/workbench/workdir/attachments.ts";
import { begun, closeConductors, done, request, settled, setUpConductor } from "../../harness/conductor.ts";
import { someHome } from "../../harness/ledger/some-ledger.ts";

type Hall = Awaited<ReturnType<typeof setUpConductor>>;

let hall: Hall;
let conductor: Conductor;
let store: AttachmentStore;
beforeEach(async () => {
  const home = someHome();
  mkdirSync(home.attachments);
  store = createAttachmentStore({ home, disk: systemDisk });
  hall = await setUpConductor({ attachments: store }, home);
  conductor = hall.open();
});
afterEach(closeConductors);

async function upload(name: string, words: string): Promise<AttachmentRef> {
  const chunks = (async function* () {
    yield Buffer.from(words);
  })();
  const kept = await store.keep({ name, body: { chunks, expected: null } });
  if (!kept.ok) throw new Error(kept.problem.message);
  return { name: kept.value.name, hash: kept.value.hash };
}

const asked: FactBody = { type: "question.logged", callKey: "q", question: "Which one?" };
const codeOf = (answer: { ok: true } | { ok: false; problem: { code: string } }) =>
  answer.ok ? "ok" : answer.problem.code;
const filesOf = async (id: CommissionId) => (await hall.ledger.find(id))?.record.request.attachments ?? [];
const linksOf = (id: CommissionId) => readdirSync(commissionLayout(hall.home, id).attachments).sort();

async function play(id: CommissionId, ...facts: FactBody[]): Promise<void> {
  await settled(() => hall.bench.started.some((ref) => ref.id === id));
  hall.bench.say({ id, bench: 1 }, ...begun, ...facts);
  hall.tell(id);
}

async function end(id: CommissionId): Promise<void> {
  hall.bench.say({ id, bench: 1 }, done);
  hall.bench.die({ id, bench: 1 });
  hall.tell(id);
  await settled(() => hall.ledger.summary(id)?.endedAt !== null);
}

test("a message with a file that the hall does not have is refused, and nothing is written", async () => {
  const missing = { name: "gone.txt", hash: attachmentHash.parse("0".repeat(64)) };
  expect(codeOf(await conductor.accept({ ...request, attachments: [missing] }, null))).toBe("bad_attachment");
  expect([...hall.ledger.summaries()]).toEqual([]);
  expect(readdirSync(hall.home.commissions)).toEqual([]);
});

test("a worker without the tool Read is given no files", async () => {
  const attachments = [await upload("a.txt", "a")];
  const config = { tools: ["Glob"] };
  expect(codeOf(await conductor.accept({ ...request, config, attachments }, null))).toBe("bad_attachment");
  expect(codeOf(await conductor.accept({ ...request, config }, null))).toBe("ok");
});

test("a commission whose file is removed before it is linked is refused, and leaves no directory", async () => {
  const attachments = [await upload("a.txt", "a")];
  const look: AttachmentStore["look"] = async (hash) => {
    const found = await store.look(hash);
    rmSync(`${hall.home.attachments}/${hash}`); // as the clean-up may, just then
    return found;
  };
  hall.deps.attachments = { ...store, look };
  await expect(conductor.accept({ ...request, attachments }, null)).rejects.toMatchObject({ code: "busy" });
  expect(readdirSync(hall.home.commissions)).toEqual([]);
});

test("a commission, its answers and its follow-ups have links of their own, and keep every file", async () => {
  const id = await hall.accept(conductor, {
    ...request,
    attachments: [await upload("log.txt", "of the task")],
  });
  await play(id, asked);
  await settled(() => hall.ledger.summary(id)?.openQuestions === 1);
  const shown = shownAttachments(commissionLayout(hall.home, id));
  mkdirSync(shown, { recursive: true }); // as the workbench does when the session begins
  const attachments = [await upload("log.txt", "of the answer")];
  const given = { question: 1, answer: "This.", attachments };
  expect(codeOf(await conductor.answer(id, { ...given, question: 2 }))).toBe("not_found");
  expect(codeOf(await conductor.answer(id, given))).toBe("ok");
  expect(codeOf(await conductor.answer(id, given))).toBe("ok");
  expect(readdirSync(shown)).toEqual(["log (2).txt"]);
  expect(readFileSync(`${shown}/log (2).txt`, "utf8")).toBe("of the answer");
  expect((await hall.ledger.find(id))?.record.answers).toMatchObject([
    { attachments: [{ name: "log (2).txt", with: "answer" }] },
  ]);
  await end(id);

  // Whatever becomes of the uploads, the commission's own links are the files.
  for (const name of readdirSync(hall.home.attachments)) rmSync(`${hall.home.attachments}/${name}`);
  const note = [await upload("note.txt", "of the note")];
  const next = await conductor.redispatch({ id, note: "Once more.", attachments: note }, null);
  if (!next.ok) throw new Error(next.problem.message);
  const later = next.commission.record.request.id;
  expect((await filesOf(later)).map(({ name, with: came }) => [name, came])).toEqual([
    ["log.txt", "task"],
    ["log (2).txt", "answer"],
    ["note.txt", "note"],
  ]);
  expect(linksOf(later)).toEqual((await filesOf(later)).map(({ hash }) => hash as string).sort());

  const [first] = await filesOf(later);
  const read = (hash: AttachmentHash, of: CommissionId) =>
    readAttachment({ home: hall.home, find: hall.ledger.find }, { id: of, hash });
  const opened = first && (await read(first.hash, later));
  expect(opened?.ok && (await new Response(opened.value.stream).text())).toBe("of the task");
  const other = await upload("other.txt", "of no commission");
  expect(codeOf(await read(other.hash, later))).toBe("not_found");

  await conductor.remove(id, false);
  expect(existsSync(commissionLayout(hall.home, id).directory)).toBe(false);
  for (const { hash } of await filesOf(later))
    expect(readFileSync(`${commissionLayout(hall.home, later).attachments}/${hash}`, "utf8")).toStartWith(
      "of the",
    );
});

test("files of an answer to a commission without a session wait for it, and two answers share no name", async () => {
  const id = await hall.accept(conductor, request);
  await play(id, asked);
  await settled(() => hall.ledger.summary(id)?.openQuestions === 1);
  const [one, two] = [await upload("a.txt", "one"), await upload("a.txt", "two")];
  const answer = (file: AttachmentRef, words: string) =>
    conductor.answer(id, { question: 1, answer: words, attachments: [file] });
  await Promise.all([answer(one, "This."), answer(two, "That.")]);
  const answers = (await hall.ledger.find(id))?.record.answers ?? [];
  expect(answers.flatMap(({ attachments = [] }) => attachments.map(({ name }) => name))).toEqual([
    "a.txt",
    "a (2).txt",
  ]);
  expect(existsSync(shownAttachments(commissionLayout(hall.home, id)))).toBe(false);
});

test("what stands damaged in a commission's directory is not shown, and the answer is on record", async () => {
  const id = await hall.accept(conductor, request);
  await play(id, asked);
  await settled(() => hall.ledger.summary(id)?.openQuestions === 1);
  const file = await upload("a.txt", "whole");
  const layout = commissionLayout(hall.home, id);
  const shown = shownAttachments(layout);
  mkdirSync(shown, { recursive: true });
  mkdirSync(layout.attachments);
  writeFileSync(`${layout.attachments}/${file.hash}`, "spoilt");
  const answer = await conductor.answer(id, { question: 1, answer: "This.", attachments: [file] });
  expect(codeOf(answer)).toBe("ok");
  expect(readdirSync(shown)).toEqual([]);
});
