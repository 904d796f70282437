// Keeps page-keys.json in memory and on disk: the known browsers by their public keys, and the key with which the hall
// proves its identity to them.
import { createHash, type KeyObject } from "node:crypto";
import type { HomeLayout } from "../../../contract/home/home-layout.ts";
import {
  knownBrowser,
  type KnownBrowser,
  pageKeyId,
  type PageKeyId,
  pageKeysFile,
  type PageKeysFile,
} from "../../../contract/api/page-keys.ts";
import { type Clock, timestamp } from "../../../host/clock.ts";
import type { Disk } from "../../../host/files/disk.ts";
import { formatHashed } from "../../../base/data/hashed-json.ts";
import { readKept } from "../../wiring/kept-file.ts";
import { importPublicKey, newSigner, parseSigner, type Signer } from "./signatures.ts";

export interface PageKeys {
  problems: readonly string[];
  hall: Signer;
  list(): KnownBrowser[];
  /** Returns `null` if no browser has this key, or its public key cannot be used. */
  find(key: PageKeyId): { port: number; publicKey: KeyObject } | null;
  /** Resolves once the browser is durably stored. `null` if the key is not a public key. */
  add(browser: NewBrowser): Promise<PageKeyId | null>;
  /** Records at most once a day that the browser was seen. Best effort. */
  notice(key: PageKeyId): void;
  /** Resolves once the removal is durable, with the keys that were known. */
  forget(keys: readonly PageKeyId[]): Promise<PageKeyId[]>;
}

export interface NewBrowser {
  publicKey: string;
  port: number;
  userAgent: string;
}

export interface PageKeysDeps {
  disk: Pick<Disk, "readText" | "move" | "replace">;
  clock: Pick<Clock, "now">;
  home: Pick<HomeLayout, "pageKeys">;
}

/** The most browsers. To make room, the one that was last seen longest ago is dropped. */
const mostBrowsers = 100;
const dayMs = 86_400_000;

type KeptKey = PageKeysFile["keys"][number];

interface PageKeysState {
  deps: PageKeysDeps;
  hall: Signer;
  keys: Map<PageKeyId, KeptKey>;
  /** The imported public keys. Each is imported once, because every request needs it. */
  imported: Map<PageKeyId, KeyObject>;
  /** Serialises writes. */
  writing: Promise<unknown>;
}

/** Opens page-keys.json. If the file cannot be read, no browser is known, and each needs a new link. */
export async function openPageKeys(deps: PageKeysDeps): Promise<PageKeys> {
  const path = deps.home.pageKeys;
  const { value, problems } = await readKept(deps.disk, { path, schema: pageKeysFile.refine(hasHallKey) });
  const hall = value === undefined ? newSigner() : (parseSigner(value.hallKey) ?? newSigner());
  const keys = new Map((value?.keys ?? []).map((each) => [each.key, each]));
  const state: PageKeysState = { deps, hall, keys, imported: new Map(), writing: Promise.resolve() };
  return {
    problems,
    hall,
    list: () => [...state.keys.values()].map((each) => knownBrowser.parse(each)),
    find: (key) => find(state, key),
    add: (browser) => add(state, browser),
    notice: (key) => notice(state, key),
    forget: (keys) => forget(state, keys),
  };
}

function find({ keys, imported }: PageKeysState, key: PageKeyId): ReturnType<PageKeys["find"]> {
  const kept = keys.get(key);
  if (!kept) return null;
  const publicKey = imported.get(key) ?? importPublicKey(kept.publicKey);
  if (publicKey === null) return null;
  imported.set(key, publicKey);
  return { port: kept.port, publicKey };
}

async function add(
  state: PageKeysState,
  { publicKey, port, userAgent }: NewBrowser,
): Promise<PageKeyId | null> {
  if (importPublicKey(publicKey) === null) return null;
  const key = idOf(publicKey);
  const at = timestamp(state.deps.clock);
  await change(state, (keys) => {
    const bySeen = [...keys.values()].sort((a, b) => b.seenAt.localeCompare(a.seenAt));
    for (const { key: old } of bySeen.slice(mostBrowsers - 1)) keys.delete(old);
    keys.set(key, { key, publicKey, port, userAgent, createdAt: at, seenAt: at });
  });
  return key;
}

function notice(state: PageKeysState, key: PageKeyId): void {
  const { clock } = state.deps;
  const kept = state.keys.get(key);
  if (!kept || Math.abs(clock.now() - Date.parse(kept.seenAt)) < dayMs) return;
  const seenAt = timestamp(clock);
  const noticed = change(state, (keys) => {
    if (keys.has(key)) keys.set(key, { ...kept, seenAt });
  });
  noticed.catch(() => undefined); // the time only decides which browser is dropped first
}

async function forget(state: PageKeysState, asked: readonly PageKeyId[]): Promise<PageKeyId[]> {
  const known = asked.filter((key) => state.keys.has(key));
  if (known.length === 0) return [];
  await change(state, (keys) => {
    for (const key of known) keys.delete(key);
  });
  return known;
}

/** Changes the keys on disk, then in memory. If the write fails, throws and changes nothing. */
function change(state: PageKeysState, make: (keys: PageKeysState["keys"]) => void): Promise<void> {
  const turn = state.writing.then(async () => {
    const keys = new Map(state.keys);
    make(keys);
    await state.deps.disk.replace(state.deps.home.pageKeys, format(state.hall, keys));
    state.keys = keys;
    for (const key of state.imported.keys()) if (!keys.has(key)) state.imported.delete(key);
  });
  state.writing = turn.catch(() => undefined);
  return turn;
}

function format(hall: Signer, keys: PageKeysState["keys"]): string {
  const file: PageKeysFile = { version: 1, hallKey: hall.format(), keys: [...keys.values()] };
  return formatHashed(file);
}

function hasHallKey({ hallKey }: PageKeysFile): boolean {
  return parseSigner(hallKey) !== null;
}

function idOf(publicKey: string): PageKeyId {
  return pageKeyId.parse(createHash("sha256").update(publicKey).digest("hex").slice(0, 16));
}
