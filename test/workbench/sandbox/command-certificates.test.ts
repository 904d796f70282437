// A set-up trusts what the machine trusts: a registry behind a company's own certificate is reached through the proxy
// with the certificates that the command was given, and not without them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runBriefly } from "../../../src/host/processes/children.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { readCertificates } from "../../../src/host/network/certificates.ts";
import { dialPlain } from "../../../src/host/network/dial.ts";
import { listenAt } from "../../../src/host/network/join-sockets.ts";
import { installed } from "../../../src/host/program.ts";
import { runtimeFile } from "../../../src/host/runtime.ts";
import { openWayOut } from "../../../src/workbench/fetch/way-out.ts";
import { containCommand } from "../../../src/workbench/sandbox/contain-command.ts";
import { tempDir } from "../../harness/temp.ts";
import { isWithoutSandbox, probe } from "./usable.ts";

const host = "registry.guild.org";
let directory = "";
let server: Server;
let proxy: Awaited<ReturnType<typeof openWayOut>>;
const caFile = () => join(directory, "ca.pem");
const keyFile = () => join(directory, "key.pem");

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "guild-hall-certificates-"));
  const how = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${host} -addext subjectAltName=DNS:${host}`;
  const made = spawnSync("openssl", [...how.split(" "), "-keyout", keyFile(), "-out", caFile()]);
  if (made.status !== 0) throw new Error(`openssl is needed here: ${String(made.stderr)}`);
  const secrets = { key: readFileSync(keyFile()), cert: readFileSync(caFile()) };
  server = createServer(secrets, (_request, response) => response.end("outside"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy = await openWayOut(
    {
      clock: systemClock,
      listen: listenAt,
      dialPlain,
      resolve: async () => ["127.0.0.1"],
      whyForbidden: () => null,
      isOwn: () => false,
      hallPort: async () => null,
      proxyFor: () => null,
    },
    { socket: join(directory, "s"), allow: [host], signal: new AbortController().signal },
  );
});
afterAll(async () => {
  await proxy.close();
  server.close();
  rmSync(directory, { recursive: true });
});

async function run(certificates: string | null, script: string) {
  const own = tempDir();
  for (const name of ["work", "home", "tmp"]) mkdirSync(join(own, name));
  const forwarder = installed("src/host/network/forward.ts");
  const shell = containCommand(probe, {
    commissionDir: own,
    workDir: join(own, "work"),
    homeDir: join(own, "home"),
    tmpDir: join(own, "tmp"),
    readOnly: [],
    shown: [],
    bounds: { processes: null, fileBytes: null },
    path: process.env["PATH"] ?? "",
    wayOut: { socket: join(directory, "s"), runtime: runtimeFile, forwarder },
    ...(certificates !== null && { certificates }),
  });
  const order = { ...shell.command(script), cwd: "/", env: shell.env };
  return runBriefly(order, { clock: systemClock, limitMs: 20_000 });
}

describe.skipIf(isWithoutSandbox)("a registry with a certificate of the machine's own", () => {
  test("is reached with the machine's certificates, and is not without them", async () => {
    const { port } = server.address() as AddressInfo;
    const file = join(directory, "bundle.pem");
    writeFileSync(file, await readCertificates([caFile()]));
    const curl = `curl -sS https://${host}:${port}/`;
    expect(await run(file, curl)).toMatchObject({ code: 0, stdout: "outside" });
    expect((await run(null, curl)).stdout).toContain("certificate");
  });

  test("is named to the programs of every common language, and cannot be changed by them", async () => {
    const file = join(directory, "few.pem");
    writeFileSync(file, "x\n");
    const script = "env | grep gh/certificates | sort | cut -d= -f1; echo > /gh/certificates.pem";
    const { stdout } = await run(file, script);
    expect(stdout.split("\n").slice(0, 7)).toEqual([
      "CARGO_HTTP_CAINFO",
      "CURL_CA_BUNDLE",
      "GIT_SSL_CAINFO",
      "NODE_EXTRA_CA_CERTS",
      "PIP_CERT",
      "REQUESTS_CA_BUNDLE",
      "SSL_CERT_FILE",
    ]);
    expect(stdout).toContain("Read-only file system");
  });
});

test("of a file with a private key, only the certificate is handed on", async () => {
  const both = join(directory, "both.pem");
  writeFileSync(both, readFileSync(keyFile(), "utf8") + readFileSync(caFile(), "utf8"));
  const given = await readCertificates([both, null, "/nonexistent", directory]);
  expect(given).toContain(readFileSync(caFile(), "utf8").trim());
  expect(given).not.toContain("PRIVATE KEY");
  expect(given.split("BEGIN CERTIFICATE").length).toBeGreaterThan(50);
});
