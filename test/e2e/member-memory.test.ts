// What the researcher remembers, for real: hall, member, sandbox and `claude`, with only the model scripted. A note that
// goes beyond the cap is condensed by itself, also after the job that noted it is over.
import { afterEach, expect } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homeLayout, memberLayout } from "../../src/contract/home/home-layout.ts";
import { memberName } from "../../src/contract/member/member.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { script, type Turn } from "../harness/rehearsals.ts";
import { countSession } from "../harness/sessions.ts";
import { longTest } from "../harness/long.ts";

const researcher = memberName.parse("researcher");
const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

/** A hall in which the researcher gives a job 400 tokens of what it remembers. */
async function openHall() {
  const home = new TestHome();
  homes.push(home);
  const layout = homeLayout(home.root);
  writeFileSync(layout.config, "guildMembers: { researcher: { memoryTokens: 400 } }\n");
  const { client } = await home.open();
  return { client, memory: `${memberLayout(layout, researcher).directory}/memory` };
}

const note = (key: string, characters: number): Turn => ({
  use: [
    {
      tool: "mcp__worker-internal__store_memory",
      input: { key, content: key.padEnd(characters, ".") },
    },
  ],
});
const handIn: Turn = { use: [{ tool: "mcp__worker-internal__submit_result", input: { output: "# Found" } }] };

function filesIn(memory: string): string[] {
  return existsSync(memory) ? readdirSync(memory).sort() : [];
}

longTest(
  "store_memory begins a compaction, which outlives the job that began it",
  async () => {
    countSession(2);
    const { client, memory } = await openHall();
    const turns = [note("first", 600), note("second", 600), note("third", 600), handIn, { say: "Done." }];
    const aux = { memory: { say: "In short.", delayMs: 8000 } };
    const { id } = await client.create({
      worker: "member:researcher",
      task: "Look.",
      rehearsal: script(turns, aux),
    });
    const detail = await untilEnded(client, id, 60_000);
    expect(detail).toMatchObject({ status: "completed" });
    // Nothing was remembered when the job began: only its own notes can have led to it. Its end comes before the answer.
    expect(filesIn(memory)).toEqual(["first.md", "second.md", "third.md"]);
    await until("it is condensed", () => filesIn(memory).includes("compacted.md"), 60_000);
    await until("its notes are gone", () => !filesIn(memory).includes("first.md"), 5000);
    expect(readFileSync(`${memory}/compacted.md`, "utf8")).toContain("rehearsed: yes\n---\n\nIn short.\n");
    // The cap of config.yaml is what the next job is held to: what it is given is condensed.
    const next = script([{ expect: { systemIncludes: ["In short."] }, ...handIn }, { say: "Done." }]);
    countSession(1);
    const again = await client.create({ worker: "member:researcher", task: "Look again.", rehearsal: next });
    expect(await untilEnded(client, again.id, 60_000)).toMatchObject({ status: "completed" });
    await client.members.stop(researcher);
  },
  180_000,
);

longTest(
  "notes that fit the cap are left as they are",
  async () => {
    countSession(1);
    const { client, memory } = await openHall();
    const turns = [note("first", 100), note("second", 100), handIn, { say: "Done." }];
    const aux = { memory: { say: "In short." } };
    const { id } = await client.create({
      worker: "member:researcher",
      task: "Look.",
      rehearsal: script(turns, aux),
    });
    await untilEnded(client, id, 60_000);
    await client.members.stop(researcher);
    expect(filesIn(memory)).toEqual(["first.md", "second.md"]);
  },
  120_000,
);
