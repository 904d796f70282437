// The bounds of a message's files, and what a refusal names.
import { describe, expect, test } from "bun:test";
import { type Attachment, attachmentHash } from "../../../src/contract/commission/attachments.ts";
import { attachedText } from "../../../src/rules/prompt/attached.ts";
import { maxAttachedBytes, maxAttachments } from "../../../src/contract/commission/attachment-bounds.ts";
import { whyTooMuch } from "../../../src/rules/attachments/bounds.ts";
import { type KeptFile, takeAttachments } from "../../../src/rules/attachments/take.ts";

const hash = (at: number) => attachmentHash.parse(at.toString(16).padStart(64, "0"));
const refs = (names: readonly string[]) => names.map((name, at) => ({ name, hash: hash(at) }));
const small: KeptFile = { bytes: 10, type: "text/plain" };
const take = (names: readonly string[], earlier: readonly Attachment[] = [], kept = () => small) =>
  takeAttachments({ refs: refs(names), with: "note", earlier, find: kept });
const many = (count: number) => Array.from({ length: count }, (_, at) => `${at}.txt`);

describe("a message", () => {
  test("may have 20 files and 32 MB, and a refusal names the file and the bound that it breaks", () => {
    expect(take(many(maxAttachments))).toMatchObject({ ok: true });
    expect(whyTooMuch(many(21).map((name) => ({ name, bytes: 1 })))).toBe(
      '"20.txt" is file number 21: a message has at most 20.',
    );
    const half = maxAttachedBytes / 2;
    expect(
      whyTooMuch([
        { name: "a", bytes: half },
        { name: "b", bytes: half },
      ]),
    ).toBeNull();
    expect(
      whyTooMuch([
        { name: "a", bytes: half },
        { name: "b", bytes: half },
        { name: "c", bytes: 1 },
      ]),
    ).toBe('With "c" the files have 32.0 MB: a message has at most 32.0 MB.');
    expect(whyTooMuch([{ name: "film.mp4", bytes: 40_000_000 }])).toBe(
      '"film.mp4" has 40.0 MB: a message has at most 32.0 MB.',
    );
    expect(take(many(21))).toMatchObject({ ok: false, problem: { code: "too_large" } });
    const large = () => ({ ...small, bytes: half + 1 });
    expect(take(["a", "b"], [], large)).toMatchObject({ ok: false, problem: { code: "too_large" } });
  });

  test("is refused if the hall lacks one of its files", () => {
    expect(
      takeAttachments({ refs: refs(["gone.txt"]), with: "task", earlier: [], find: () => undefined }),
    ).toMatchObject({ ok: false, problem: { code: "bad_attachment" } });
  });

  test("brings no file twice, and gives each a name of its own beside the earlier ones", () => {
    const first = take(["log.txt"]);
    const earlier = first.ok ? first.value : [];
    expect(take(["log.txt"], earlier)).toEqual({ ok: true, value: [] });
    const other = takeAttachments({
      refs: [{ name: "log.txt", hash: hash(7) }],
      with: "answer",
      earlier,
      find: () => small,
    });
    expect(other).toMatchObject({ ok: true, value: [{ name: "log (2).txt", with: "answer" }] });
    const repeated = takeAttachments({
      refs: [{ name: "log.txt", hash: hash(7) }],
      with: "answer",
      earlier: [...earlier, ...(other.ok ? other.value : [])],
      find: () => small,
    });
    expect(repeated).toEqual({ ok: true, value: [] });
  });

  test("cannot bring a commission to more than 100 files", () => {
    let earlier: Attachment[] = [];
    for (let round = 0; round < 5; round += 1) {
      const names = many(20).map((name) => `${round}-${name}`);
      const next = takeAttachments({
        refs: names.map((name, at) => ({ name, hash: hash(round * 20 + at) })),
        with: "note",
        earlier,
        find: () => small,
      });
      earlier = [...earlier, ...(next.ok ? next.value : [])];
    }
    expect(earlier).toHaveLength(100);
    expect(take(["one-more.txt"], earlier)).toMatchObject({
      ok: false,
      problem: { message: expect.stringContaining('"one-more.txt" is one file too many') },
    });
  });
});

test("the worker is told each file with its place, kind, size and what it came with", () => {
  const made = take(["log.txt"]);
  expect(attachedText({ directory: "/gh/attachments", files: made.ok ? made.value : [] })).toEndWith(
    '\n\n- "/gh/attachments/log.txt": text, 10 bytes, with a note',
  );
  expect(attachedText({ directory: "/gh/attachments", files: [] })).toBe("");
});
