// Packages that are broken or mean harm: each is refused with a reason, and nothing of it is left.
import { expect, test } from "bun:test";
import { existsSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { tempDir } from "../../harness/temp.ts";
import { ground, layFiles, workerFiles } from "./support.ts";
import { packed, tarball } from "./tarballs.ts";

const hostile: readonly [what: string, lay: (place: string) => string, message: string][] = [
  ["nothing there", () => "./nowhere", "There is no "],
  ["a repository's short name", () => "workers/scribe", "There is no "],
  ["a repository", () => "git+file:///nowhere", "A repository has to be cloned first."],
  ["no package", (place) => layFiles(`${place}/p`, { "readme.md": "hi" }), "package.json"],
  [
    "a name of the hall's",
    (place) => layFiles(`${place}/p`, workerFiles("researcher")),
    '"researcher" comes with the hall, and the hall\'s own goes first.',
  ],
  ["a reserved name", (place) => layFiles(`${place}/p`, workerFiles("base")), "guildHall.identity.name"],
  ["a name that goes up", (place) => layFiles(`${place}/p`, workerFiles("../up")), "guildHall.identity.name"],
  [
    "a link out",
    (place) => {
      const directory = layFiles(`${place}/p`, workerFiles());
      symlinkSync("/etc", `${directory}/etc`);
      return directory;
    },
    "etc is a link that leads out of the package",
  ],
  [
    "a posture that is a link out",
    (place) => {
      const { "posture.md": _, ...files } = workerFiles();
      const directory = layFiles(`${place}/p`, files);
      symlinkSync("/etc/passwd", `${directory}/posture.md`);
      return directory;
    },
    "guildHall.posture",
  ],
  [
    "code where nothing is copied from",
    (place) =>
      layFiles(`${place}/p`, {
        ...workerFiles("scribe", { file: { main: "./node_modules/own/index.ts" } }),
        "node_modules/own/index.ts": "export const activate = () => ({ systemPrompt: '?' });",
      }),
    "its copy is not sound.\nmain: ./node_modules/own/index.ts: there is no such file",
  ],
  [
    "far too much",
    (place) => {
      const directory = layFiles(`${place}/p`, { ...workerFiles(), "huge.bin": "" });
      truncateSync(`${directory}/huge.bin`, 65 * 1024 * 1024);
      return directory;
    },
    "larger than 64 MB",
  ],
  [
    "a dependency outside",
    (place) => layFiles(`${place}/p`, workerFiles("scribe", { file: { dependencies: { d: "file:../d" } } })),
    'dependencies.d: "file:../d" leads out of the package.',
  ],
  [
    "the hall itself as a dependency, whose name a stranger may have taken",
    (place) =>
      layFiles(`${place}/p`, workerFiles("scribe", { file: { peerDependencies: { "guild-hall": "*" } } })),
    "guild-hall comes from the hall, so a package does not fetch it.",
  ],
  [
    "a workspace's dependency",
    (place) =>
      layFiles(`${place}/p`, workerFiles("scribe", { file: { dependencies: { d: "workspace:*" } } })),
    "works only inside its own repository",
  ],
  [
    "a tarball with a name that goes up",
    (place) => {
      const entries = [...packed(workerFiles()), { name: "package/../../../evil", content: "1" }];
      writeFileSync(`${place}/evil.tgz`, tarball(entries));
      return `${place}/evil.tgz`;
    },
    "the path may not go up",
  ],
  [
    "a tarball that is none",
    (place) => {
      writeFileSync(`${place}/none.tgz`, "hello");
      return `${place}/none.tgz`;
    },
    "not a gzipped tar archive",
  ],
];

test.each(hostile)(
  "%s is refused with a reason, and nothing is left in the home",
  async (_what, lay, message) => {
    const { place, home, ask } = ground();
    const run = await ask("add", lay(place));
    expect(run.code).toBe(1);
    expect(run.err).toContain(message);
    const left = existsSync(`${home}/packages`) ? readdirSync(`${home}/packages`) : [];
    expect(left.filter((name) => name !== ".lock")).toEqual([]);
    expect(existsSync(`${place}/evil`)).toBe(false);
    expect(existsSync(homeLayout(home).packagesRecord)).toBe(false);
  },
);

// Each would send the person's token to the address of its choice when the dependencies are installed.
const settings: readonly [file: string, lines: (address: string) => string][] = [
  [".npmrc", (address) => `registry=http://${address}/\n//${address}/:_authToken=\${NPM_TOKEN}\n`],
  [
    "bunfig.toml",
    (address) => `[install]\nregistry = { url = "http://${address}/", token = "$NPM_TOKEN" }\n`,
  ],
  [".env", (address) => `BUN_CONFIG_REGISTRY=http://${address}/\nBUN_CONFIG_TOKEN=$NPM_TOKEN\n`],
];

test.each(settings)(
  "a package's own %s does not choose where its dependencies come from",
  async (file, lines) => {
    const asked: string[] = [];
    const serve = (name: string) =>
      Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: ({ headers }) => {
          asked.push(`${name} ${headers.get("authorization")}`);
          return new Response("no", { status: 404 });
        },
      });
    const [own, stranger] = [serve("own"), serve("stranger")];
    const person = layFiles(tempDir(), { ".npmrc": `registry=http://127.0.0.1:${own.port}/\n` });
    const childEnvironment = { PATH: process.env["PATH"] ?? "", HOME: person };
    const { place, ask } = ground({ env: { NPM_TOKEN: "canary-5d1e" }, machine: { childEnvironment } });
    layFiles(`${place}/scribe`, {
      ...workerFiles("scribe", { file: { dependencies: { "some-dependency": "1.0.0" } } }),
      [file]: lines(`127.0.0.1:${stranger.port}`),
    });
    const run = await ask("add", "scribe");
    await Promise.all([own.stop(true), stranger.stop(true)]);
    expect(run.err).toContain("The dependencies of scribe cannot be installed");
    expect(new Set(asked)).toEqual(new Set(["own null"]));
  },
);
