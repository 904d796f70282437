// A guild member that knows only docs/protocol.md, with a config of its own that takes no other key, as a real process:
// what a person gives it arrives verbatim, and what the hall has to say comes beside it.
import { afterEach, expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homeLayout, memberLayout } from "../../src/contract/home/home-layout.ts";
import { memberName } from "../../src/contract/member/member.ts";
import { memberRecord } from "../../src/contract/member/member-record.ts";
import { LaunchedHome } from "../harness/launched-home.ts";
import { longTest } from "../harness/long.ts";

const opened: LaunchedHome[] = [];
afterEach(async () => {
  for (const home of opened.splice(0)) await home.dispose();
});

const strict = memberName.parse("strict");
const given = { depth: 3, sources: ["ünï code", JSON.parse(`{"__proto__":1,"constructor":null}`)] };

/** A hall with the member in it, which asks no model. */
async function openHall(settings = "") {
  const home = new LaunchedHome({ ANTHROPIC_API_KEY: "never-used" });
  opened.push(home);
  cpSync("test/fixtures/members/strict", `${home.place}/strict`, { recursive: true });
  const added = await home.run("members", "add", `${home.place}/strict`);
  expect(added.code).toBe(0);
  if (settings !== "") writeFileSync(homeLayout(home.root).config, settings);
  await home.up();
  return { home, layout: memberLayout(homeLayout(home.root), strict) };
}

longTest(
  "it completes a commission: its config is the person's object, and the hall's own fields are in _meta",
  async () => {
    const { home, layout } = await openHall();
    const args = ["commission", "member:strict", "Look.", "--wait"];
    const ended = await home.run(
      ...args,
      "--config",
      JSON.stringify(given),
      "--max-turns",
      "7",
      "--model",
      "m-1",
    );
    const told = expect.stringMatching(/^Model: m-1 \(as asked for\); [^\n]+\n$/);
    expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: told });
    expect(ended.stdout).toContain("# Looked 3 deep");
    const [id = ""] = ended.stdout.split("\n", 1);
    const heard = readFileSync(`${layout.directory}/dispatches.jsonl`, "utf8");
    expect(heard).toContain(`"config":${JSON.stringify(given)}`);
    const [sent] = heard
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(sent).toEqual({
      description: `Look. [${id}]`,
      task: "Look.",
      config: given,
      _meta: {
        "dev.guild-hall/job": {
          commission: id,
          model: "m-1",
          limits: { maxTurns: 7 },
          ceiling: { maxTurns: 7, maxBudgetUsd: 1 },
        },
      },
    });
    // Its own limits, from its manifest, are its defaults.
    const workers = JSON.parse((await home.run("workers", "--json")).stdout) as {
      workers: { name: string }[];
    };
    expect(workers.workers.find(({ name }) => name === "member:strict")).toMatchObject({
      limits: { maxTurns: 20, maxBudgetUsd: 1 },
    });
    // Its files are the commission's, as they are, and the one whose name leads away is not.
    const artifacts = await home.run("artifacts", id);
    expect(artifacts.stdout).toContain("notes/deep.md");
    expect(artifacts.stdout).toContain("artifacts/../../../escaped.md: the path may not go up");
    expect((await home.run("artifacts", id, "notes/deep.md")).stdout).toBe("# Depth\n");
    await home.run("artifacts", id, "pixel.bin", "--out", `${home.place}/pixel`);
    expect([...readFileSync(`${home.place}/pixel`)]).toEqual([0, 255, 254, 0, 1]);
    const everywhere = readdirSync(home.place, { recursive: true }).map(String);
    expect(everywhere.filter((path) => path.endsWith("escaped.md"))).toEqual([]);
    // What went well is redispatched with the same object, or with another in its place.
    const same = await home.run("redispatch", id, "--wait");
    expect(same.stdout).toContain("# Looked 3 deep");
    const [next = ""] = same.stdout.split("\n", 1);
    const again = await home.run("redispatch", next, "--wait", "--config", `{"depth":1,"sources":[]}`);
    expect(again.stdout).toContain("# Looked 1 deep");
    await home.run("members", "stop", "strict");
  },
  90_000,
);

longTest(
  "a key that it does not know fails the commission with its words, and a hall's field in config would too",
  async () => {
    const { home, layout } = await openHall("guildMembers: { strict: { memoryTokens: 4321 } }\n");
    const file = `${home.place}/config.json`;
    writeFileSync(file, JSON.stringify({ ...given, maxTurns: 7 }));
    const refused = await home.run("commission", "member:strict", "Look.", "--config", file, "--wait");
    expect(refused.code).toBe(4);
    expect(refused.stdout + refused.stderr).toContain('unknown key \\"maxTurns\\"');
    // The control: what the hall of the release before sent is refused by this very member.
    const { address, secret } = memberRecord.parse(JSON.parse(readFileSync(layout.record, "utf8")));
    const reply = await fetch(address ?? "", {
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "worker/dispatch",
        params: { description: "d", task: "t", config: { ...given, hallCommission: "x", maxBudgetUsd: 1 } },
      }),
    });
    expect(await reply.json()).toMatchObject({ error: { code: -32602 } });
    // config.yaml comes before the manifest.
    const told = JSON.parse(readFileSync(`${layout.directory}/environment.json`, "utf8")) as object;
    expect(told).toMatchObject({ GUILD_MEMBER_MEMORY_TOKENS: "4321" });
    await home.run("members", "stop", "strict");
  },
  90_000,
);

test("--config takes an object alone, and only for guild members", async () => {
  const { home } = await openHall();
  const ask = (worker: string, config: string) => home.run("commission", worker, "Look.", "--config", config);
  for (const [config, why] of [
    ['{"depth":9007199254740993}', "The number 9007199254740993 cannot be passed on exactly"],
    ['{"depth":[{"most":1e400}]}', "The number 1e400 cannot be passed on exactly"],
    ["[1]", "cannot be read"],
    ["{", "expected an object"],
    [`{"depth":1,"__proto__":{}}`, 'expected no key "__proto__"'],
    [JSON.stringify({ long: "x".repeat(70_000) }), "at most 65536 bytes"],
  ] as const) {
    const { code, stderr } = await ask("member:strict", config);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  }
  const { code, stderr } = await ask("package:researcher", `{"depth":1}`);
  expect([code, stderr]).toEqual([1, expect.stringContaining("is for guild members")]);
}, 60_000);
