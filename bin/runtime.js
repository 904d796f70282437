// Finds the Bun runtime that npm installed beside this package, and runs it. It is plain JavaScript that runs on Node
// 14 and later, so that it can say what is missing.
import { spawn } from "child_process";
import { existsSync, statSync } from "fs";
import { createRequire } from "module";
import { dirname, join } from "path";

const require = createRequire(import.meta.url);

/** Returns `{ file }`, or `{ missing }` with a sentence for a person. */
export function findBun() {
  const bunPackage = directoryOf("bun", require);
  if (!bunPackage)
    return { missing: "Its packages are not installed: run `npm ci` in " + packageRoot() + "." };
  const beside = createRequire(join(bunPackage, "package.json"));
  for (const name of platformPackages()) {
    // npm may keep the platform's package inside the bun package or next to it.
    const directory = directoryOf(name, beside) || directoryOf(name, require);
    const file = directory && join(directory, "bin", process.platform === "win32" ? "bun.exe" : "bun");
    if (file && existsSync(file)) return { file: file };
  }
  // If install scripts ran, bun's own script has moved the binary into its package. Otherwise this file is a
  // placeholder.
  const moved = join(bunPackage, "bin", "bun.exe");
  if (existsSync(moved) && statSync(moved).size > 1000000) return { file: moved };
  return { missing: noBinary() };
}

/**
 * Runs a program to its end, forwards signals to it, and exits the way it did. `secret`, if given, reaches the child on
 * descriptor 3.
 */
export function runBun(options) {
  const stdio = ["inherit", "inherit", "inherit"];
  if (options.secret !== undefined) stdio.push("pipe");
  // Registered before the child exists, because a signal during the start would end this process and leave the child
  // behind. The handler runs only after this function has returned, when the child can be signalled.
  const passOn = (signal) => child.kill(signal);
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, passOn);
  const child = spawn(options.file, options.args, { stdio: stdio, env: options.env });
  if (options.secret !== undefined) {
    child.stdio[3].on("error", () => {}); // a child that ended before reading is reported below
    child.stdio[3].end(options.secret);
  }
  child.on("error", (error) => fail("Cannot start " + options.file + ": " + error.message));
  child.on("exit", (code, signal) => {
    for (const name of signals) process.removeListener(name, passOn);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code === null ? 1 : code;
  });
}

export function fail(message) {
  process.stderr.write("guild-hall: " + message + "\n");
  process.exitCode = 1;
}

export function packageRoot() {
  return dirname(require.resolve("../package.json"));
}

function directoryOf(name, from) {
  try {
    return dirname(from.resolve(name + "/package.json"));
  } catch {
    return undefined;
  }
}

function platformPackages() {
  const arch = process.arch === "arm64" ? "aarch64" : process.arch;
  const system = process.platform === "win32" ? "windows" : process.platform;
  const plain = "@oven/bun-" + system + "-" + arch;
  const names = [plain, plain + "-baseline"];
  const musl = [plain + "-musl", plain + "-musl-baseline"];
  return isMusl() ? musl.concat(names) : names.concat(musl);
}

function isMusl() {
  return process.platform === "linux" && existsSync("/etc/alpine-release");
}

function noBinary() {
  return (
    "There is no Bun for " +
    process.platform +
    "-" +
    process.arch +
    " in node_modules. Run `npm ci` again on this " +
    "machine (with optional packages); Linux and macOS on x64 and arm64 are supported, Windows through WSL."
  );
}
