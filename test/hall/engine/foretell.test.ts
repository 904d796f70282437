// Which first request the hall foretells for the next session.
import { afterEach, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import { spareWork, type SpareWork } from "../../../src/contract/home/spare.ts";
import { createForetelling } from "../../../src/hall/engine/foretell.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";

afterEach(removeTempDirs);

const work = spareWork.parse({ worker: "researcher", config: {}, createdBy: "person", credential: null });
const other = { ...work, config: { maxTurns: 7 } };
const idOf = (n: number): CommissionId => commissionId.parse(`00000000-0000-7000-8000-00000000000${n}`);

function open() {
  const firstRequest = `${tempDir()}/first-request.json`;
  const foretelling = createForetelling({ home: { firstRequest }, disk: systemDisk });
  return {
    ...foretelling,
    leave: (text: string) => writeFileSync(firstRequest, text),
    lose: () => rmSync(firstRequest),
    /** Begins a commission whose workbench leaves this request, and asks what the next one will begin with. */
    async play(n: number, content: string, done: SpareWork = work) {
      foretelling.begins({ commission: idOf(n), work: done });
      writeFileSync(firstRequest, JSON.stringify({ version: 1, commission: idOf(n), content }));
      return foretelling.firstRequest(work);
    },
  };
}

test("two sessions that began alike foretell the next, and one that began otherwise ends that", async () => {
  const { play, firstRequest } = open();
  expect(await play(1, "a")).toBeNull();
  expect(await firstRequest(work)).toBeNull(); // the same session is no second one
  expect(await play(2, "a")).toBe("a");
  expect(await firstRequest(work)).toBe("a");
  expect(await firstRequest(other)).toBeNull();
  expect(await play(3, "b")).toBeNull();
  expect(await play(4, "b")).toBe("b");
});

test("sessions for different work foretell nothing, even if they began alike", async () => {
  const { play, firstRequest } = open();
  await play(1, "a", other);
  expect(await play(2, "a")).toBeNull();
  expect(await firstRequest(other)).toBeNull();
});

test("after memory, settings or packages have changed, two new sessions are needed", async () => {
  const { play, forget, firstRequest } = open();
  await play(1, "a");
  await play(2, "a");
  forget();
  expect(await firstRequest(work)).toBeNull();
  expect(await play(3, "a")).toBeNull();
  expect(await play(4, "a")).toBe("a");
});

test.each([
  ["of another commission", JSON.stringify({ version: 1, commission: idOf(9), content: "a" })],
  ["that is torn", '{"version":1,"comm'],
  ["of another kind", "[]"],
])("a file %s counts for nothing", async (_, text) => {
  const { play, begins, leave, firstRequest } = open();
  await play(1, "a");
  begins({ commission: idOf(2), work });
  leave(text);
  expect(await firstRequest(work)).toBeNull();
  expect(await play(2, "a")).toBe("a");
});

test("without the file nothing is foretold", async () => {
  const { play, begins, lose, firstRequest } = open();
  await play(1, "a");
  begins({ commission: idOf(2), work });
  lose();
  expect(await firstRequest(work)).toBeNull();
});
