// The block a stream opens with, in whatever pieces it arrives.
import { expect, test } from "bun:test";
import { createEventReader, type EventBlock } from "../../src/base/data/event-reader.ts";

function read(pieces: readonly string[]): EventBlock[] {
  const blocks: EventBlock[] = [];
  const feed = createEventReader((block) => blocks.push(block));
  for (const piece of pieces) feed(piece);
  return blocks;
}

const opening = ": connected\nid: boot-3\n\n";
const event = 'id: boot-4\nevent: hall\ndata: {"a":1}\n\n';

test.each([
  ["whole", [opening, event]],
  ["in one piece", [opening + event]],
  ["byte by byte", (opening + event).split("")],
])("an id without data is told, %s", (_how, pieces) => {
  expect(read(pieces)).toEqual([
    { id: "boot-3", data: null },
    { id: "boot-4", data: '{"a":1}' },
  ]);
});

test("an event that comes first is told once", () => {
  expect(read([event])).toEqual([{ id: "boot-4", data: '{"a":1}' }]);
  expect(read([": connected again\n\n", event])).toEqual([{ id: "boot-4", data: '{"a":1}' }]);
});
