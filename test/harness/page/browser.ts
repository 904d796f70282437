// Starts a real Chromium, driven by playwright-core. A Node process (see browser-server.js) starts and ends it; the
// test connects to it. Its profile, caches and temporary files are in a directory that is removed with it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { findExecutable, isExecutable } from "../../../src/host/processes/children.ts";
import { isLongRun } from "../long.ts";

const path = process.env["PATH"] ?? "/usr/bin:/bin";
const isRequired = process.env["GUILD_HALL_TEST_REQUIRE_BROWSER"] === "1";

/**
 * `light` is Chromium's engine without its windows, which takes half of the processor time. `whole` is the program that
 * people run. Where only one of them is installed, it serves for both.
 */
type Which = "light" | "whole";
const [light, whole] = ["chromium-headless-shell", "chromium"];
const byDefault: Which = isLongRun ? "whole" : "light";

/**
 * True if there is no browser; pass it to `describe.skipIf`. If a browser is required, nothing is skipped and the tests
 * fail without one.
 */
export const isWithoutBrowser = findChromium(byDefault) === undefined && !isRequired;

if (isWithoutBrowser)
  console.warn("Tests in a browser are skipped: install chromium, or name one in CHROMIUM_PATH.");

/** Keeps the browser from making requests of its own. */
const flags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-proxy-server",
];

export interface StartedBrowser {
  browser: Browser;
  /** The directory for its profile, caches and temporary files. */
  directory: string;
  close(): Promise<void>;
}

export async function startBrowser(
  moreFlags: readonly string[] = [],
  which = byDefault,
): Promise<StartedBrowser> {
  const found = findChromium(which);
  if (found === undefined) throw new Error("There is no chromium in PATH, and CHROMIUM_PATH names none.");
  // A short name: Chromium creates a socket below it, and a socket's path is limited.
  const directory = mkdtempSync(join(tmpdir(), "ghb-"));
  const held = hold(found, { directory, flags: [...flags, ...moreFlags] });
  const end = async () => {
    await held.stdin.end();
    await held.exited;
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const browser = await chromium.connect(await addressFrom(held.stdout));
    const close = async () => {
      await browser.close().catch(() => undefined); // the browser may have crashed
      await end();
    };
    return { browser, directory, close };
  } catch (error) {
    await end();
    throw error;
  }
}

function findChromium(which: Which): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") return isExecutable(named) ? named : undefined;
  const names = which === "light" ? [light, whole] : [whole, light];
  return names.map((name) => findExecutable(name, path)).find((file) => file !== undefined);
}

function hold(executablePath: string, { directory, flags }: { directory: string; flags: readonly string[] }) {
  // Chromium cannot create its own sandbox as root.
  const order = { executablePath, args: flags, sandbox: process.getuid?.() !== 0 };
  const driver = join(import.meta.dirname, "browser-server.js");
  return Bun.spawn(["node", driver, JSON.stringify(order)], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      PATH: path,
      HOME: directory,
      TMPDIR: directory,
      XDG_CONFIG_HOME: directory,
      XDG_CACHE_HOME: directory,
    },
  });
}

async function addressFrom(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n")) return (JSON.parse(text) as { address: string }).address;
  }
  throw new Error("The browser did not start.");
}
