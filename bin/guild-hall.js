#!/usr/bin/env node
// The launcher. Even an old Node can run it far enough to say what is missing. It takes the credentials out of the
// environment and hands them over on a descriptor, so that no process of the hall carries them where a worker could
// read them.
import { accessSync, constants } from "fs";
import { join } from "path";
import { fail, findBun, packageRoot, runBun } from "./runtime.js";

const handedOver = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "HTTPS_PROXY",
  "https_proxy",
  "HTTP_PROXY",
  "http_proxy",
  "NO_PROXY",
  "no_proxy",
  "NODE_EXTRA_CA_CERTS",
];

// Without these flags, Bun would read .env and bunfig.toml from the working directory, which may be an untrusted
// repository.
const runtimeFlags = ["--no-env-file", "--no-install", "--config=/dev/null"];

main();

function main() {
  const major = Number(process.versions.node.split(".")[0]);
  if (major < 20) return fail("It needs Node 20 or newer, and this is Node " + process.versions.node + ".");
  const bun = findBun();
  if (bun.missing) return fail(bun.missing);
  const program = join(packageRoot(), "src", "cli", "main.ts");
  runBun({
    file: bun.file,
    args: runtimeFlags.concat([program], process.argv.slice(2)),
    env: Object.assign(withoutHandedOver(process.env), {
      GUILD_HALL_HANDOFF_FD: "3",
      BUN_RUNTIME_TRANSPILER_CACHE_PATH: transpilerCache(),
    }),
    secret: JSON.stringify(handoffFrom(process.env)),
  });
}

// Bun caches transpiled code, which makes later starts faster. By default, the cache is in the person's home. The
// launcher puts it into node_modules, or turns it off if that directory is not writable.
function transpilerCache() {
  const packages = join(packageRoot(), "node_modules");
  try {
    accessSync(packages, constants.W_OK);
    return join(packages, ".cache", "guild-hall");
  } catch {
    return "0";
  }
}

function withoutHandedOver(env) {
  const clean = Object.assign({}, env);
  for (const name of handedOver) delete clean[name];
  return clean;
}

function handoffFrom(env) {
  return {
    version: 1,
    credential: credentialFrom(env),
    baseUrl: env.ANTHROPIC_BASE_URL || null,
    proxy: {
      http: env.HTTP_PROXY || env.http_proxy || null,
      https: env.HTTPS_PROXY || env.https_proxy || null,
      no: env.NO_PROXY || env.no_proxy || null,
    },
    extraCaFile: env.NODE_EXTRA_CA_CERTS || null,
    certFile: env.SSL_CERT_FILE || null,
  };
}

function credentialFrom(env) {
  if (env.ANTHROPIC_API_KEY) return { kind: "api_key", secret: env.ANTHROPIC_API_KEY };
  if (env.ANTHROPIC_AUTH_TOKEN) return { kind: "auth_token", secret: env.ANTHROPIC_AUTH_TOKEN };
  return null;
}
