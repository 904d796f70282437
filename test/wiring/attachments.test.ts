// Attached files from the upload to the wire of the real `claude`: what its prompt says is what the ledger says, images
// arrive as images, and hostile files stay what they are.
import { afterEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { findSpare } from "../harness/spares.ts";
import { openScriptedModel, type Part, type ScriptedModel } from "../model/session/scripted-model.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";
import { longTest } from "../harness/long.ts";

const calmHall = new URL("../harness/calm-hall.ts", import.meta.url).pathname;
const homes: TestHome[] = [];
const models: ScriptedModel[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  for (const model of models.splice(0)) await model.close();
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const text = (words: string) => new Uint8Array(Buffer.from(words));
const read = (path: string) => ({ tool: "Read", input: { file_path: path } });
const ending: readonly Part[] = [
  { use: [{ tool: "mcp__commission__submit_result", input: { summary: "Done.", output: "# Done" } }] },
  { say: "Done." },
];

async function openHome(turns: readonly Part[], keepsSpares = false) {
  // Each message has an id of its own: `claude` takes those of one id for parts of one message.
  const named = turns.map((turn, at): Part => {
    if (typeof turn === "function") return async (request) => ({ id: `msg_${at}`, ...(await turn(request)) });
    return { id: `msg_${at}`, ...turn };
  });
  const model = await openScriptedModel(named);
  models.push(model);
  const home = new TestHome();
  homes.push(home);
  const credential = { kind: "api_key" as const, secret: "none" };
  const handoff = { ...emptyHandoff, credential, baseUrl: model.url };
  const { client } = await home.open({ handoff, ...(keepsSpares && { keepsSpares, program: calmHall }) });
  const attach = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const { type: _type, bytes: _size, ...ref } = await client.attach(name, bytes);
    return ref;
  };
  return { home, client, model, attach };
}

function eventsIn(home: TestHome, id: CommissionId): LedgerEvent[] {
  const lines = readFileSync(home.layout(id).events, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as LedgerEvent);
}

const given = (events: readonly LedgerEvent[]) =>
  events.flatMap((event) => (event.type === "attachments.given" ? [event] : []));

test.skipIf(isWithoutSandbox)(
  "a worker reads attached files, is told what the ledger says, and can change none",
  async () => {
    const svg = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    const large = new Uint8Array(10_000_000).fill(0x61);
    const { home, client, model, attach } = await openHome([
      {
        use: [
          read("/gh/attachments/error.png"),
          read("/gh/attachments/drawing.svg"),
          read("/gh/attachments/error (2).png"),
          read("/gh/attachments/passwd"),
          read("/gh/attachments/fake.png.txt"),
        ],
      },
      { use: [{ tool: "Write", input: { file_path: "/gh/attachments/drawing.svg", content: "MINE" } }] },
      { use: [{ tool: "Write", input: { file_path: "/gh/attachments/more.txt", content: "MINE" } }] },
      {
        use: [
          { tool: "Bash", input: { command: "cat /gh/attachments/g*; echo MINE > /gh/attachments/passwd" } },
        ],
      },
      ...ending,
    ]);
    const other = new Uint8Array([...png, 0]);
    const refs = [
      await attach("error.png", new Uint8Array(png)),
      await attach("error.png", other),
      await attach("../../../etc/passwd", text("not the machine's")),
      await attach("drawing.svg", text(svg)),
      await attach("fake.png", text("no image")),
      await attach(".\u202egnp.bashrc\n# New rules", text("aliases")),
      await attach("large.log", large),
      await attach("links.zip", text("PK\u0003\u0004 a link to /etc/shadow")),
    ];
    const { id } = await client.create({ worker: "implementer", task: "Look at them.", attachments: refs });
    expect(await untilEnded(client, id)).toMatchObject({ status: "completed", endedBy: "normal" });
    const events = eventsIn(home, id);
    const [told] = given(events);
    const expected = [
      ["error.png", "image/png", png],
      ["error (2).png", "image/png", other],
      ["passwd", "text/plain", text("not the machine's")],
      ["drawing.svg", "text/plain", text(svg)],
      ["fake.png.txt", "text/plain", text("no image")],
      ["gnp.bashrc # New rules", "text/plain", text("aliases")],
      ["large.log", "text/plain", large],
      ["links.zip", "text/plain", text("PK\u0003\u0004 a link to /etc/shadow")],
    ] as const;
    expect(told).toMatchObject({
      directory: "/gh/attachments",
      files: expected.map(([name, type, bytes]) => {
        return { name, type, bytes: bytes.length, hash: hashOf(bytes), with: "task" };
      }),
    });
    const [created] = events;
    expect(created?.type === "commission.created" && created.request.attachments).toEqual(
      told?.files as never,
    );
    const types = events.map(({ type }) => type);
    expect(types.indexOf("attachments.given")).toBeLessThan(types.indexOf("session.started"));

    // Off the wire: exactly the lines that the ledger gives, and the image as an image.
    const first = JSON.stringify(model.requests[0]?.body.messages[0]);
    for (const { name } of told?.files ?? [])
      expect(first).toContain(JSON.stringify(`- "/gh/attachments/${name}": `).slice(1, -1));
    expect(first.match(/\/gh\/attachments\//g)).toHaveLength(expected.length);
    expect(first).toContain(`PNG image, ${png.length} bytes`);
    const second = JSON.stringify(model.requests[1]?.body.messages);
    expect(second).toContain(`"media_type":"image/png"`);
    expect(second).toContain("alert(1)");
    expect(second).toContain("not the machine's");
    expect(second).toContain("no image");
    expect(second).not.toContain("root:x:0");
    for (const at of [2, 3])
      expect(JSON.stringify(model.requests[at]?.body.messages.at(-1))).toMatch(/EROFS|[Rr]ead-only/);

    const shell = JSON.stringify(model.requests[4]?.body.messages.at(-1));
    expect(shell).toContain("aliases");
    expect(shell).toMatch(/[Rr]ead-only/);

    // The home has each file once, by its hash; what the session saw is gone with it.
    const { attachments } = homeLayout(home.root);
    expect(readdirSync(attachments).sort()).toEqual(
      [...new Set(expected.map(([, , bytes]) => hashOf(bytes)))].sort(),
    );
    for (const [, , bytes] of expected) {
      expect(lstatSync(`${attachments}/${hashOf(bytes)}`).nlink).toBe(2);
      expect(hashOf(readFileSync(`${home.layout(id).attachments}/${hashOf(bytes)}`))).toBe(hashOf(bytes));
    }
    expect(existsSync(home.layout(id).session)).toBe(false);
  },
  60_000,
);

longTest.skipIf(isWithoutSandbox)(
  "a spare serves a commission with files; those of an answer appear while it works, and its follow-up keeps all",
  async () => {
    const answered = Promise.withResolvers<void>();
    const ask = {
      use: [{ tool: "mcp__commission__log_question", input: { question: "How should it look?" } }],
    };
    const { home, client, model, attach } = await openHome(
      [
        ...ending,
        { use: [read("/gh/attachments/log.txt")] },
        ask,
        async () => {
          await answered.promise;
          return { use: [read("/gh/attachments/log (2).txt")] };
        },
        ...ending,
        {
          use: [
            read("/gh/attachments/log.txt"),
            read("/gh/attachments/log (2).txt"),
            read("/gh/attachments/note.txt"),
          ],
        },
        ...ending,
      ],
      true,
    );
    const { id: cold } = await client.create({ worker: "researcher", task: "Begin." });
    await untilEnded(client, cold);
    await until("a spare is ready", () => (findSpare(home.root)?.claude ?? null) !== null, 60_000);
    const spare = findSpare(home.root)?.spare;

    const log = await attach("log.txt", text("LOG-OF-THE-TASK"));
    const { id } = await client.create({ worker: "researcher", task: "Go on.", attachments: [log] });
    await model.asked(5);
    const late = await attach("log.txt", text("LOG-OF-THE-ANSWER"));
    await client.answer(id, { question: 1, answer: "Like this.", attachments: [late] });
    answered.resolve();
    expect(await untilEnded(client, id)).toMatchObject({ status: "completed", endedBy: "normal" });
    const events = eventsIn(home, id);
    expect(events.find(({ type }) => type === "bench.started")).toMatchObject({ pid: spare as number });
    expect(readFileSync(home.layout(id).output(1), "utf8")).not.toContain("started anew");
    expect(JSON.stringify(model.requests[3]?.body.messages.at(-1))).toContain("LOG-OF-THE-TASK");
    const [result, words] = model.requests[5]?.body.messages.slice(-2) ?? [];
    expect(JSON.stringify(result)).toContain("LOG-OF-THE-ANSWER");
    expect(JSON.stringify(words)).toContain(
      'With it came \\"/gh/attachments/log (2).txt\\", which you can read.',
    );
    expect(events.find(({ type }) => type === "question.answered")).toMatchObject({
      attachments: [{ name: "log (2).txt", with: "answer" }],
    });

    const note = await attach("note.txt", text("FILE-OF-THE-NOTE"));
    const next = await client.redispatch(id, { note: "Once more.", attachments: [note] });
    expect(await untilEnded(client, next.id)).toMatchObject({ status: "completed" });
    const last = JSON.stringify(model.requests.at(-2)?.body.messages);
    for (const word of ["LOG-OF-THE-TASK", "LOG-OF-THE-ANSWER", "FILE-OF-THE-NOTE"])
      expect(last).toContain(word);
    expect(given(eventsIn(home, next.id))[0]?.files.map(({ name, with: came }) => [name, came])).toEqual([
      ["log.txt", "task"],
      ["log (2).txt", "answer"],
      ["note.txt", "note"],
    ]);
  },
  120_000,
);
