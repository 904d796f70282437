// Holds the current configuration while the hall runs. Reads config.yaml again when it changes; if the file
// is broken, the configuration stays as it was.
import { messageOf } from "../../base/text/message-of.ts";
import { basename } from "node:path";
import { type ConfigInForce, configKeys, type HallConfig } from "../../contract/home/config.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { Clock, Timer } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Log } from "../../host/log.ts";
import { createSerial } from "../../base/async/serial.ts";
import type { WatchDirectory } from "../../host/files/watch.ts";
import { changeConfigKeys, type ConfigChanged, type KeysOrder } from "./change-file.ts";
import { mapKeysIn, valueAt } from "./keys.ts";
import type { BrokenConfig } from "./parse.ts";
import { type InForce, inForceOf, readConfigFile, readInForce } from "./read.ts";
import { problemSentence } from "./say.ts";

export interface HoldDeps {
  disk: Disk;
  clock: Pick<Clock, "after">;
  log: Log;
  watch: WatchDirectory;
  home: HomeLayout;
}

export interface HeldConfig {
  now(): HallConfig;
  /** Returns the values, and whether they come from config.yaml, its last good version or the defaults. */
  show(): ConfigInForce;
  /** Returns sentences about problems that a person has to solve. */
  problems(): string[];
  /** Changes the file, one caller at a time. The hall uses the new values when this resolves. */
  change(order: Omit<KeysOrder, "path">): Promise<ConfigChanged>;
  /** Registers a function to call after a value has changed. */
  whenChanged(run: () => void): void;
  /** Registers a function to call after the file has changed, even if it is broken and the values stay. */
  whenRead(run: () => void): void;
  close(): Promise<void>;
}

/** The file is read after this long without a change, because editors write in several steps. */
const quietMs = 200;

interface Holding {
  deps: HoldDeps;
  inForce: InForce;
  /** Why the configuration could not be saved for the next start, and why changes of the file go unnoticed. */
  trouble: { lastGood: string | null; watch: string | null };
  listeners: (() => void)[];
  readers: (() => void)[];
  timer: Timer | null;
  /** The latest read; reads run one at a time, in order. */
  reading: Promise<void>;
  closed: boolean;
}

/** Throws a fault that names the file and the line if config.yaml is broken and no good version of it was saved. */
export async function readAtStart({ disk, log, home }: HoldDeps): Promise<InForce> {
  const found = await readInForce(disk, home);
  if ("ok" in found)
    throw new Fault(
      "config",
      `The hall cannot start with this configuration. ${problemSentence(home.config, found.problems)}`,
    );
  if (found.from === "last-good") log.warn(staysText(found));
  return found;
}

export async function holdConfig(deps: HoldDeps, inForce: InForce): Promise<HeldConfig> {
  const trouble = { lastGood: null, watch: null };
  const reading = Promise.resolve();
  const holding: Holding = {
    deps,
    inForce,
    trouble,
    listeners: [],
    readers: [],
    timer: null,
    reading,
    closed: false,
  };
  await keepLastGood(holding);
  const watch = deps.watch({
    directory: deps.home.root,
    changed: (name) => hinted(holding, name),
    failed: (error) => unwatched(holding, error),
  });
  await (holding.reading = readAgain(holding)); // for changes between the first read and the watch
  const alone = createSerial();
  return {
    now: () => holding.inForce.config,
    show: () => shown(holding.inForce),
    problems: () => problemsOf(holding),
    change: (order) => alone(() => change(holding, order)),
    whenChanged: (run) => void holding.listeners.push(run),
    whenRead: (run) => void holding.readers.push(run),
    close: () => {
      watch.close();
      holding.closed = true;
      holding.timer?.cancel();
      return holding.reading;
    },
  };
}

function hinted(holding: Holding, name: string | null): void {
  const { deps } = holding;
  if (holding.closed || (name !== null && name !== basename(deps.home.config))) return;
  holding.timer?.cancel();
  holding.timer = deps.clock.after(quietMs, () => {
    holding.timer = null;
    void readInTurn(holding);
  });
}

function readInTurn(holding: Holding): Promise<void> {
  return (holding.reading = holding.reading.then(() => readAgain(holding)));
}

async function change(holding: Holding, order: Omit<KeysOrder, "path">): Promise<ConfigChanged> {
  const { disk, home } = holding.deps;
  const changed = await changeConfigKeys(disk, { ...order, path: home.config });
  if (!order.dryRun) await readInTurn(holding);
  return changed;
}

async function readAgain(holding: Holding): Promise<void> {
  const { deps, inForce: before } = holding;
  const found = inForceOf(deps.home, await readConfigFile(deps.disk, deps.home.config));
  if (holding.closed || isAsBefore(before, found)) return;
  if ("ok" in found) {
    const from = before.text === null ? "defaults" : "last-good";
    holding.inForce = { ...before, from, problems: found.problems };
    deps.log.warn(staysText(holding.inForce));
    for (const run of holding.readers) run();
    return;
  }
  holding.inForce = found;
  await keepLastGood(holding);
  const changes = changesBetween(before.config, found.config);
  deps.log.info("the configuration was read again", { changes: changesText(changes) || "none" });
  if (changes.length > 0) for (const run of holding.listeners) run();
  for (const run of holding.readers) run();
}

/** Returns true if nothing has changed. The watcher may report a change although there is none. */
function isAsBefore(before: InForce, found: InForce | BrokenConfig): boolean {
  if ("ok" in found) return JSON.stringify(found.problems) === JSON.stringify(before.problems);
  return found.text === before.text && before.problems.length === 0;
}

/**
 * Saves the text of config.yaml, in case it is broken at the next start. If there is no file, removes the saved text.
 */
async function keepLastGood(holding: Holding): Promise<void> {
  const { deps, inForce, trouble } = holding;
  const { lastGoodConfig } = deps.home;
  try {
    if (inForce.text === null) await deps.disk.removeTree(lastGoodConfig);
    else if ((await deps.disk.readText(lastGoodConfig)) !== inForce.text)
      await deps.disk.replace(lastGoodConfig, inForce.text);
    trouble.lastGood = null;
  } catch (error) {
    trouble.lastGood = `The configuration in force could not be kept for the next start: ${messageOf(error)}`;
    deps.log.error(trouble.lastGood);
  }
}

function unwatched({ deps, trouble }: Holding, error: unknown): void {
  trouble.watch = `The hall sees changes of ${deps.home.config} only at its next start: ${messageOf(error)}`;
  deps.log.warn(trouble.watch);
}

function problemsOf({ inForce, trouble }: Holding): string[] {
  const stays = inForce.problems.length > 0 ? [staysText(inForce)] : [];
  return [...stays, ...[trouble.lastGood, trouble.watch].filter((text) => text !== null)];
}

function staysText({ file, from, problems }: InForce): string {
  const what = from === "last-good" ? "The last good configuration stays" : "The defaults stay";
  return `${what} in force, because the file is broken. ${problemSentence(file, problems)}`;
}

function shown({ text: _text, ...inForce }: InForce): ConfigInForce {
  return inForce;
}

function changesBetween(before: HallConfig, after: HallConfig): string[] {
  const keys = new Set([...configKeys, ...mapKeysIn(before), ...mapKeysIn(after)]);
  return [...keys].flatMap((key) => {
    const [was, is] = [before, after].map((config) => JSON.stringify(valueAt(config, key)) ?? "unset");
    if (was === is) return [];
    // A toolbox's settings may be secret: the log says only that they changed.
    return [key.startsWith("toolboxes.") ? key : `${key} ${was} -> ${is}`];
  });
}

/** The most changes that a log line names. */
const namedChanges = 50;

function changesText(changes: readonly string[]): string {
  const more = changes.length - namedChanges;
  return changes.slice(0, namedChanges).join(", ") + (more > 0 ? `, and ${more} more` : "");
}
