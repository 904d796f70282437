// What the SDK and `claude` really do when a session that was killed is resumed.
import { expect, test } from "bun:test";
import { createNoteBox, note } from "./toolbox.ts";
import { openRig } from "./rig.ts";

test("a session killed at its first request is there, counts its turns anew, and shows a stand-in for the answer", async () => {
  const rig = await openRig({
    toolboxes: [createNoteBox()],
    turns: [{ hang: true }, { use: [note("one")] }, { use: [note("two")] }],
    order: { maxTurns: 3 },
  });
  try {
    await rig.model.asked(1);
    rig.children[0]?.kill("SIGKILL");
    expect(await rig.ended).toMatchObject({ how: "died" });
    const ids = () => rig.facts.flatMap((fact) => (fact.type === "session.started" ? [fact.sessionId] : []));
    const again = rig.again({ prompt: "Go on.", resume: ids()[0] ?? "", turnsTaken: 1 });
    // Of three turns one was taken: two are left, and then the limit that is named is the whole.
    expect(await again.ended).toEqual({ how: "turns", limit: 3 });
    expect(rig.model.requests).toHaveLength(3);
    expect(new Set(ids()).size).toBe(1);
    const told = rig.model.requests[1]?.body.messages.filter(({ role }) => role !== "system");
    expect(told?.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(JSON.stringify(told)).toContain("Say that you are done.");
    expect(told?.[1]?.content).toEqual([{ type: "text", text: "No response requested." }]);
    expect(JSON.stringify(told?.[2])).toContain("Go on.");
  } finally {
    await rig.close();
  }
}, 30_000);
