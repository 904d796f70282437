// The hall sends no telemetry: in a network of its own, the whole of it, from `up` to `down`, turns to nobody but itself,
// the model endpoint, and the public pages that a worker asks for.
import { afterEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installed } from "../../src/host/program.ts";
import { filesHolding } from "../harness/find-text.ts";
import { LaunchedHome } from "../harness/launched-home.ts";
import { pathWith, withoutBubblewrap } from "../harness/programs.ts";
import { script, submit } from "../harness/rehearsals.ts";
import { type Watched, watchNetwork, whyUnwatched } from "../harness/watch-network.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";
import { longTest } from "../harness/long.ts";

const isRequired = process.env["GUILD_HALL_TEST_NO_SKIPS"] === "1";
const skipped = whyUnwatched !== null && !isRequired;
if (skipped) console.warn(`Tests of the network are skipped: ${whyUnwatched}.`);

const hallPort = 4747;
const modelPort = 4848;
const canary = "sk-ant-canary-for-the-network";

let home: LaunchedHome | undefined;
afterEach(async () => {
  await home?.dispose();
  home = undefined;
});

const launcher = `node ${installed("bin/guild-hall.js")}`;

const insidePages = ["http://169.254.169.254/latest/", "http://127.0.0.1:5151/", "http://10.0.0.1/"];
const publicPage = "http://93.184.215.14/";

interface Play {
  rehearsed: boolean;
  bubblewrap: boolean;
  /** What the worker fetches, where it is rehearsed. */
  pages?: readonly string[];
}

function fetching(pages: readonly string[]): string {
  const use = pages.map((url) => ({ tool: "WebFetch", input: { url, prompt: "x" } }));
  return script([{ use }, submit(), { say: "Done." }]);
}

/** One commission, from `up` to `down`, in a network where only loopback exists. */
async function play({ rehearsed, bubblewrap, pages = [] }: Play): Promise<Watched> {
  const opened = new LaunchedHome();
  home = opened;
  const played = join(opened.place, "script.yaml");
  writeFileSync(played, fetching(pages));
  const how = rehearsed ? `--rehearsal ${played}` : "";
  const model = { ANTHROPIC_API_KEY: canary, ANTHROPIC_BASE_URL: `http://127.0.0.1:${modelPort}` };
  return watchNetwork({
    directory: opened.place,
    script: `${launcher} up && ${launcher} commission researcher "Find out." --wait ${how}; ${launcher} down`,
    ...(rehearsed
      ? {}
      : { beside: `exec ${process.execPath} ${installed("test/harness/serve-model.ts")} ${modelPort}` }),
    env: {
      HOME: "/nonexistent",
      TMPDIR: opened.temporary,
      GUILD_HALL_HOME: opened.root,
      GUILD_HALL_PORT: String(hallPort),
      ...(rehearsed ? {} : model),
      ...(bubblewrap ? {} : { PATH: pathWith(join(opened.place, "bin"), withoutBubblewrap) }),
    },
  });
}

/** All of it happened, and nobody looked a name up or went round the watch. */
function expectQuiet(watched: Watched, level: string): void {
  expect(watched.stdout).toContain(`sandbox: ${level}`);
  expect(watched.stdout).toContain("completed");
  expect(watched.stdout).toContain("The hall has stopped.");
  expect(watched.doors).toEqual(["127.0.0.1"]);
  expect(watched.unseen).toEqual([]);
  const own = [home?.place ?? "", "/gh/gateway.sock"];
  expect(watched.sockets.filter((path) => !own.some((start) => path.startsWith(start)))).toEqual([]);
}

describe.skipIf(skipped)("no connection is made but to the hall itself and the model endpoint", () => {
  test.skipIf(isWithoutSandbox)(
    "rehearsed, in the sandbox: to the hall alone, also when the worker asks for pages inside",
    async () => {
      const watched = await play({ rehearsed: true, bubblewrap: true, pages: insidePages });
      expectQuiet(watched, "bubblewrap");
      expect(watched.stdout.match(/Only public pages are fetched/g)).toHaveLength(2 * insidePages.length);
      expect(watched.contacts).toEqual([`127.0.0.1:${hallPort}`]);
      expect(watched.sockets).toContain("/gh/gateway.sock");
    },
    60_000,
  );

  longTest(
    "rehearsed, without a sandbox: to the hall, to the gateway on loopback, and to the public page asked for",
    async () => {
      const pages = [...insidePages, publicPage];
      const watched = await play({ rehearsed: true, bubblewrap: false, pages });
      expectQuiet(watched, "process");
      expect(watched.ports).toHaveLength(2);
      expect(watched.ports).toContain(hallPort);
      const doors = watched.ports.map((port) => `127.0.0.1:${port}`);
      expect(watched.contacts).toEqual([...doors, "93.184.215.14:80"].sort());
    },
    60_000,
  );

  longTest.skipIf(isWithoutSandbox)(
    "with a credential: to the hall and the model endpoint",
    async () => {
      const watched = await play({ rehearsed: false, bubblewrap: true });
      expectQuiet(watched, "bubblewrap");
      expect(watched.contacts).toEqual([`127.0.0.1:${hallPort}`, `127.0.0.1:${modelPort}`]);
      expect(filesHolding(home?.root ?? "", canary)).toEqual([]);
    },
    60_000,
  );

  test("the control: a program that looks a name up or calls an address is seen", async () => {
    home = new LaunchedHome();
    const calls = `
      const { Resolver } = require("node:dns").promises;
      const resolver = new Resolver({ timeout: 500, tries: 1 });
      resolver.setServers(["192.0.2.53"]);
      const send = () => new Promise((done) => require("node:dgram").createSocket("udp4").send("x", 9, "198.51.100.3", done));
      const sent = send().then((failure) => (failure ? send() : undefined));
      const called = fetch("http://192.0.2.7:81/", { signal: AbortSignal.timeout(5000) });
      Promise.allSettled([sent, called, resolver.resolve4("telemetry.example")]).then(() => process.exit(0));
    `;
    const program = join(home.place, "calls.cjs");
    writeFileSync(program, calls);
    const watched = await watchNetwork({
      directory: home.place,
      script: `${process.execPath} ${program}`,
      env: {},
    });
    expect(watched.contacts).toContain("192.0.2.7:81");
    expect(watched.contacts).toContain("198.51.100.3:9");
    expect(watched.contacts).toContain("192.0.2.53:53");
  }, 30_000);
});
