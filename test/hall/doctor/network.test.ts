// What doctor says of set-ups that may use the network.
import { afterEach, expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { hallConfig } from "../../../src/contract/home/config.ts";
import { checkNetwork } from "../../../src/hall/doctor/check-network.ts";
import { gitIn, makeRepository } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";

afterEach(removeTempDirs);

const setup = { command: "npm ci", network: true };
const look = (projects: object, level: "bubblewrap" | "process" = "bubblewrap") =>
  checkNetwork(hallConfig.parse({ projects }), { level });

test.each<[string, object, string]>([
  ["none", { lamps: { setup: "make" } }, "no project's set-up may use the network"],
  [
    "one with a list",
    { lamps: { setup, branch: "main", network: { allow: ["registry.guild.org"] } } },
    "the set-up of lamps reaches only the hosts that are listed",
  ],
])("nothing is wrong with %s", async (_what, projects, detail) => {
  expect(await look(projects)).toMatchObject({ state: "ok", detail });
});

test.each<[string, object, string, string]>([
  ["no list", { lamps: { setup } }, "may reach every public host", "projects.lamps.network.allow"],
  [
    "a pin to this machine",
    { lamps: { setup, network: { allow: [{ host: "npm.corp", address: "127.0.0.1" }] } } },
    "pins npm.corp to 127.0.0.1, which is an address of this machine and is never reached",
    "Pin a public address",
  ],
  [
    "the integration branch as the person's",
    { lamps: { setup, branch: "claude/main", network: { allow: ["a.org"] } } },
    'projects.lamps.branch is "claude/main", which the hall itself moves',
    "config set projects.lamps.branch",
  ],
  [
    "the integration branch of another entry for the same checkout",
    {
      lamps: { setup, path: "/lamps", branch: "next", network: { allow: ["a.org"] } },
      other: { path: "/lamps", integration: "next" },
    },
    'projects.lamps.branch is "next", which the hall itself moves',
    "config set projects.lamps.branch",
  ],
  [
    "the branch of a commission as the person's",
    { lamps: { setup, branch: "claude/commission/1", network: { allow: ["a.org"] } } },
    "which the hall itself moves",
    "config set projects.lamps.branch",
  ],
])("%s is told with what to do", async (_what, projects, detail, advice) => {
  expect(await look(projects)).toMatchObject({
    state: "warn",
    detail: expect.stringContaining(detail),
    advice: expect.stringContaining(advice),
  });
});

test("a branch of that name in another repository is the person's own", async () => {
  const lamps = { setup, path: "/lamps", branch: "main", network: { allow: ["a.org"] } };
  expect(await look({ lamps, other: { path: "/other", integration: "main" } })).toMatchObject({
    state: "ok",
  });
});

test.each<[string, (checkout: string) => string]>([
  ["another spelling of its path", (checkout) => `${checkout}/./`],
  [
    "a symbolic link",
    (checkout) => {
      const link = `${tempDir()}/link`;
      symlinkSync(checkout, link);
      return link;
    },
  ],
  [
    "a linked worktree",
    (checkout) => {
      const path = `${tempDir()}/beside`;
      gitIn(checkout, "worktree", "add", "-q", "--detach", path, "main");
      return path;
    },
  ],
])(
  "the integration branch of another entry that reaches the repository by %s is told",
  async (_how, wayTo) => {
    const checkout = makeRepository();
    const path = wayTo(checkout);
    const lamps = { setup, path: checkout, branch: "next", network: { allow: ["a.org"] } };
    expect(await look({ lamps, other: { path, integration: "next" } })).toMatchObject({
      state: "warn",
      detail: expect.stringContaining(
        `which the hall itself moves (for projects.other, whose path ${path} is the same repository)`,
      ),
    });
    const clone = `${tempDir()}/clone`;
    gitIn(checkout, "clone", "-q", checkout, clone);
    expect(await look({ lamps, other: { path: clone, integration: "next" } })).toMatchObject({ state: "ok" });
  },
);

test("without a sandbox nothing holds it", async () => {
  expect(await look({ lamps: { setup } }, "process")).toMatchObject({
    state: "warn",
    advice: expect.stringContaining("Install bubblewrap"),
  });
});
