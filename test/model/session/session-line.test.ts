// Which messages a line of the session's file has.
import { expect, test } from "bun:test";
import { mentioned } from "../../../src/model/session/session-line.ts";

const uuid = "0197f3a2-7c1b-7abc-8def-000000000001";
const line = (value: object) => JSON.stringify(value);

test.each([
  ["a message that began an answer", line({ type: "user", uuid, message: { content: "Use v2." } }), true],
  [
    "a message that came during an answer",
    line({ type: "attachment", attachment: { type: "queued_command", source_uuid: uuid } }),
    true,
  ],
  ["an answer that follows it", line({ type: "assistant", parentUuid: uuid, uuid: "x" }), false],
  [
    "a message that was only queued",
    line({ type: "queue-operation", operation: "remove", commandUuid: uuid }),
    false,
  ],
  ["words that name it", line({ type: "user", uuid: "x", message: { content: uuid } }), false],
  ["a torn line", `{"type":"user","uuid":"${uuid}`, false],
])("%s", (_what, text, isThere) => {
  expect(mentioned(text, ["0197f3a2-7c1b-7abc-8def-000000000009", uuid])).toEqual(isThere ? [uuid] : []);
});
