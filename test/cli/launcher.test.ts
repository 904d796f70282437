// The launcher, run by the real Node: what it hands over, what it says when something is missing.
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { emptyHandoff, handedOffVariables, handoff, type Handoff } from "../../src/contract/home/handoff.ts";
import { installed } from "../../src/host/program.ts";
import { runtimeFile } from "../../src/host/runtime.ts";
import { tempDir } from "../harness/temp.ts";
import { launch } from "./support.ts";

interface Installation {
  root: string;
  run(
    args?: readonly string[],
    env?: Record<string, string>,
  ): { status: number | null; out: string; err: string };
}

/** An installation of its own, with a program that tells what reached it in place of the command line. */
function install(program: string): Installation {
  const root = tempDir();
  mkdirSync(`${root}/src/cli`, { recursive: true });
  cpSync(installed("bin"), `${root}/bin`, { recursive: true });
  writeFileSync(`${root}/package.json`, '{"type":"module"}');
  writeFileSync(`${root}/src/cli/main.ts`, program);
  return {
    root,
    run: (args = [], env = {}) => {
      const done = spawnSync("node", [`${root}/bin/guild-hall.js`, ...args], {
        env: { PATH: process.env["PATH"] ?? "", ...env },
        cwd: "/",
        encoding: "utf8",
      });
      return { status: done.status, out: done.stdout, err: done.stderr };
    },
  };
}

function put(path: string, binary: string | null): void {
  mkdirSync(dirname(path), { recursive: true });
  if (binary === null) writeFileSync(path, "a placeholder\n", { mode: 0o755 });
  else symlinkSync(binary, path);
}

function withBun(installation: Installation, where = "node_modules/@oven"): Installation {
  const name = `bun-${process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`;
  const { root } = installation;
  mkdirSync(`${root}/node_modules/bun`, { recursive: true });
  writeFileSync(`${root}/node_modules/bun/package.json`, '{"name":"bun"}');
  put(`${root}/node_modules/bun/bin/bun.exe`, null);
  put(`${root}/${where}/${name}/bin/bun`, runtimeFile);
  writeFileSync(`${root}/${where}/${name}/package.json`, `{"name":"@oven/${name}"}`);
  return installation;
}

const tell = `import { readFileSync } from "node:fs";
console.log(JSON.stringify({
  handed: readFileSync(3, "utf8"), args: process.argv.slice(2),
  environ: readFileSync("/proc/self/environ", "utf8"), cmdline: readFileSync("/proc/self/cmdline", "utf8"),
}));`;

interface Told {
  handed: string;
  args: string[];
  environ: string;
  cmdline: string;
}

test("everything the contract hands off is taken out of the environment and handed over on a descriptor", () => {
  const values = Object.fromEntries(handedOffVariables.map((name) => [name, `canary-${name}`]));
  const more = { KEPT: "kept", SSL_CERT_FILE: "/etc/roots.pem" };
  const run = withBun(install(tell)).run(["a", "b c"], { ...values, ...more });
  const told = JSON.parse(run.out) as Told;
  expect(told.args).toEqual(["a", "b c"]);
  expect(told.environ).toContain("KEPT=kept");
  expect(told.environ + told.cmdline).not.toContain("canary");
  expect(handoff.parse(JSON.parse(told.handed))).toEqual({
    version: 1,
    credential: { kind: "api_key", secret: "canary-ANTHROPIC_API_KEY" },
    baseUrl: "canary-ANTHROPIC_BASE_URL",
    proxy: { http: "canary-HTTP_PROXY", https: "canary-HTTPS_PROXY", no: "canary-NO_PROXY" },
    extraCaFile: "canary-NODE_EXTRA_CA_CERTS",
    certFile: "/etc/roots.pem",
  });
});

const handedOver: readonly [env: Record<string, string>, expected: Partial<Handoff>][] = [
  [{}, {}],
  [{ ANTHROPIC_API_KEY: "" }, {}],
  [{ ANTHROPIC_AUTH_TOKEN: "t" }, { credential: { kind: "auth_token", secret: "t" } }],
  [{ https_proxy: "http://p" }, { proxy: { http: null, https: "http://p", no: null } }],
];

test.each(handedOver)("%j is handed over as the contract says", (env, expected) => {
  const told = JSON.parse(withBun(install(tell)).run([], env).out) as Told;
  expect(JSON.parse(told.handed)).toEqual({ ...emptyHandoff, ...expected });
});

test("Bun is found beside the bun package, inside it, and where its install script has moved it", () => {
  const program = 'console.log("ran");';
  expect(withBun(install(program)).run().out).toBe("ran\n");
  expect(withBun(install(program), "node_modules/bun/node_modules/@oven").run().out).toBe("ran\n");
  const moved = install(program);
  mkdirSync(`${moved.root}/node_modules/bun/bin`, { recursive: true });
  writeFileSync(`${moved.root}/node_modules/bun/package.json`, '{"name":"bun"}');
  symlinkSync(runtimeFile, `${moved.root}/node_modules/bun/bin/bun.exe`);
  expect(moved.run().out).toBe("ran\n");
});

test("where packages or the platform's Bun are missing, it says what to do", () => {
  const bare = install("");
  expect(bare.run()).toMatchObject({ status: 1, out: "" });
  expect(bare.run().err).toContain("run `npm ci` in");
  put(`${bare.root}/node_modules/bun/bin/bun.exe`, null);
  writeFileSync(`${bare.root}/node_modules/bun/package.json`, '{"name":"bun"}');
  expect(bare.run().err).toContain(`There is no Bun for ${process.platform}-${process.arch}`);
});

test("it parses and speaks on an old Node", () => {
  // Stands in for an old release: the launcher asks the version and nothing newer than Node 14 knows.
  const { root } = install("");
  writeFileSync(`${root}/old.cjs`, 'Object.defineProperty(process.versions, "node", { value: "16.20.2" });');
  const done = spawnSync("node", ["--require", `${root}/old.cjs`, `${root}/bin/guild-hall.js`], {
    encoding: "utf8",
  });
  expect(done).toMatchObject({ status: 1 });
  expect(done.stderr).toContain("It needs Node 20 or newer, and this is Node 16.20.2");
  for (const file of ["guild-hall.js", "runtime.js"]) {
    const text = readFileSync(`${root}/bin/${file}`, "utf8");
    expect(text).not.toMatch(/node:|\?\?=|\|\|=|&&=|\.at\(|Object\.hasOwn|structuredClone|^await /m);
  }
});

test("exit codes and deaths by signal are passed on", () => {
  expect(withBun(install("process.exit(4);")).run().status).toBe(4);
  const killed = withBun(install('process.kill(process.pid, "SIGKILL");'));
  expect(spawnSync("node", [`${killed.root}/bin/guild-hall.js`]).signal).toBe("SIGKILL");
});

test("a signal to the launcher reaches the program, which ends in its own time", async () => {
  const program =
    'process.on("SIGTERM", () => { console.log("heard"); process.exit(5); }); console.log("up"); setInterval(() => {}, 9999);';
  const { root } = withBun(install(program));
  const running = launch([], { launcher: `${root}/bin/guild-hall.js` });
  await running.saying("up");
  running.child.kill("SIGTERM");
  expect(await running.ended).toMatchObject({ code: 5, stdout: "up\nheard\n" });
});

test("the launcher of this installation runs", () => {
  expect(existsSync(runtimeFile)).toBe(true);
  const done = spawnSync("node", [installed("bin/guild-hall.js"), "--version"], { encoding: "utf8" });
  expect(done.stdout).toStartWith("guild-hall ");
});
