// A person's editor writes to an entry's file in the middle of a change, when everything but the file itself is done. What
// the person wrote is a version, and the one that counts.
import { expect, test } from "bun:test";
import { renameSync, writeFileSync } from "node:fs";
import { compactedKey, type MemoryKey } from "../../../src/contract/memory/memory.ts";
import { type Disk, systemDisk } from "../../../src/host/files/disk.ts";
import {
  byPerson,
  byWorker,
  choreOf,
  globalScope as scope,
  keyOf,
  person,
  type SomeMemory,
  someMemory,
} from "./support.ts";

const key = keyOf("notes");
const editors: Record<string, (file: string) => void> = {
  "in its place": (file) => writeFileSync(file, "by hand"),
  "as a new file": (file) => {
    writeFileSync(`${file}.swp`, "by hand");
    renameSync(`${file}.swp`, file);
  },
};

type Moment = "once it is logged" | "in the last moment";

interface Strike {
  edit(file: string): void;
  target: MemoryKey;
  moment: Moment;
}

/** A memory with one entry of two versions; the editor strikes once, in the next change of `target`. */
async function interrupted({ edit, target, moment }: Strike): Promise<SomeMemory> {
  let isArmed = false;
  const strike = (at: Moment, isMeant: boolean) => {
    if (!isArmed || !isMeant || at !== moment) return;
    isArmed = false;
    edit(memory.path(`global/${target}.md`));
  };
  const disk: Disk = {
    ...systemDisk,
    append: async (order) => {
      await systemDisk.append(order);
      strike("once it is logged", order.text.includes(`"key":"${target}","version"`));
    },
    replaceIf: ({ isStill, ...order }) =>
      systemDisk.replaceIf({
        ...order,
        isStill: () => {
          strike("in the last moment", order.path.endsWith(`/${target}.md`));
          return isStill();
        },
      }),
    makeDirectories: async (path) => {
      await systemDisk.makeDirectories(path);
      strike("in the last moment", path.endsWith("/trash"));
    },
  };
  const memory: SomeMemory = someMemory(undefined, { disk });
  await memory.store.write({ scope, key, content: "one", ...byWorker });
  await memory.store.write({ scope, key, content: "two", ...byWorker });
  isArmed = true;
  return memory;
}

const strikes = Object.entries(editors).flatMap(([how, edit]) =>
  (["once it is logged", "in the last moment"] as const).map((moment) => ({ how, edit, moment })),
);

const changes: Record<string, (memory: SomeMemory) => Promise<unknown>> = {
  written: ({ store }) => store.write({ scope, key, content: "three", ...byWorker }),
  reverted: ({ store }) => store.revert({ scope, key, version: 1, by: person }),
  forgotten: ({ store }) => store.forget({ scope, key, ...byWorker }),
};

for (const { how, ...strike } of strikes)
  test.each(Object.entries(changes))(`edited ${how} ${strike.moment} while it is %s`, async (change, act) => {
    const memory = await interrupted({ ...strike, target: key });
    expect(await act(memory)).toMatchObject({ ok: true });
    const { store } = someMemory(memory.root);
    expect(await store.find(scope, key)).toMatchObject({
      content: "by hand",
      entry: { version: 4, by: person, untrusted: false },
    });
    expect((await store.history(scope, key)).map((version) => version.change)).toEqual([
      "edited",
      change as "written",
      "written",
      "written",
    ]);
    expect(await store.list(scope)).toMatchObject([{ version: 4 }]);
  });

const condense = {
  compaction: { kind: "compaction" as const, scope, entries: [{ key, version: 2 }], keeps: null },
  summary: "one, two \ud800",
  by: choreOf("9"),
  untrusted: false,
  rehearsed: false,
};

test.each(strikes)(
  "compacted, edited $how $moment, is added to, and only then are the originals put away",
  async (strike) => {
    const { store } = await interrupted({ ...strike, target: compactedKey });
    expect(await store.compact(condense)).toMatchObject({ stayed: [], reason: null });
    const content = (await store.find(scope, compactedKey))?.content ?? "";
    expect(content).toStartWith("by hand\n\n## Condensed at ");
    expect(content).toEndWith("one, two \ufffd\n");
    expect(await store.find(scope, key)).toBeUndefined();
  },
);

test.each(strikes)("an original that is edited $how $moment while it is put away stays", async (strike) => {
  const { store } = await interrupted({ ...strike, target: key });
  expect(await store.compact(condense)).toMatchObject({ reason: null });
  expect(await store.find(scope, key)).toMatchObject({ content: "by hand" });
});

test("a summary that a person took out before the originals were put away is written again", async () => {
  const { store, root } = someMemory();
  await store.write({ scope, key, content: "one", ...byWorker });
  const order = { ...condense, compaction: { ...condense.compaction, entries: [{ key, version: 1 }] } };
  const append: Disk["append"] = async (line) => {
    if (line.text.includes(`"key":"${key}"`)) throw new Error("killed");
    await systemDisk.append(line);
  };
  const dying = someMemory(root, { disk: { ...systemDisk, append } });
  await expect(dying.store.compact(order)).rejects.toThrow("killed");
  await store.write({ scope, key: compactedKey, content: "by a person", ...byPerson });
  expect(await store.compact(order)).toMatchObject({ reason: null });
  expect((await store.find(scope, compactedKey))?.content).toMatch(/^by a person\n\n## Condensed.*one, two/s);
  expect(await store.find(scope, key)).toBeUndefined();
});
