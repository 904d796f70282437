// Implements what a project's set-up command (such as `npm ci`) needs from the machine: the person's branch,
// the files of a tree, and the proxy.
import type { HallConfig } from "../../contract/home/config.ts";
import { hallRecord } from "../../contract/home/hall-record.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { openWayOut, type WayOutDeps } from "../fetch/way-out.ts";
import { listTree, ownTree } from "../../git/repository/list-tree.ts";
import { findPersonsBranch } from "../../git/repository/persons-branch.ts";
import type { GitDeps } from "../../git/repository/run.ts";
import type { Clock } from "../../host/clock.ts";
import { dialPlain } from "../../host/network/dial.ts";
import type { Disk } from "../../host/files/disk.ts";
import { readCertificates } from "../../host/network/certificates.ts";
import { listenAt } from "../../host/network/join-sockets.ts";
import { isOwnAddress, resolveName } from "../../host/network/names.ts";
import { installed } from "../../host/program.ts";
import { runtimeFile } from "../../host/runtime.ts";
import { findSocketPlace } from "../../host/network/short-socket.ts";
import { syncAll } from "../../host/files/sync-all.ts";
import { proxyFor, type ProxySettings } from "../../rules/network/proxy.ts";
import { whyNotPublic } from "../../base/network/public-address.ts";
import type { SetUpDeps } from "./set-up.ts";

export type SetUpTools = Pick<
  SetUpDeps,
  "ownTree" | "listTree" | "openWayOut" | "layCertificates" | "syncAll" | "pid"
>;

export interface SetUpToolsDeps {
  home: HomeLayout;
  disk: Disk;
  clock: Clock;
  git: GitDeps;
  projects(): HallConfig["projects"];
  /** The proxy that this machine itself needs to reach the network, if any. */
  proxy: ProxySettings;
  /** Files with certificates that the person's shell names, beside those of the system. */
  certificates: readonly (string | null)[];
  /** Replacements for name lookups, addresses and connections, for tests. */
  network?: Partial<Pick<WayOutDeps, "resolve" | "whyForbidden" | "isOwn" | "dialPlain">>;
}

export function createSetUpTools(deps: SetUpToolsDeps): SetUpTools {
  const { home, git } = deps;
  const gitDeps = (signal: AbortSignal) => ({ ...git, home, signal });
  return {
    ownTree: async (project, signal) => {
      const branch = await findPersonsBranch(deps.projects(), project);
      return branch === null ? null : ownTree(gitDeps(signal), { project, branch });
    },
    listTree: ({ signal, ...order }) => listTree(gitDeps(signal), order),
    openWayOut: (order) => openFor(deps, order),
    layCertificates: (path) => layCertificates(deps, path),
    syncAll,
    pid: process.pid,
  };
}

async function openFor(
  deps: SetUpToolsDeps,
  order: Parameters<SetUpDeps["openWayOut"]>[0],
): ReturnType<SetUpDeps["openWayOut"]> {
  const place = findSocketPlace(order.socket);
  const opened = await openWayOut(wayOutDeps(deps), { ...order, socket: place.path });
  return {
    mount: { socket: place.path, runtime: runtimeFile, forwarder: installed("src/host/network/forward.ts") },
    hosts: opened.hosts,
    close: async () => {
      await opened.close();
      place.release();
    },
  };
}

async function layCertificates({ disk, certificates }: SetUpToolsDeps, path: string): Promise<void> {
  await disk.replaceUnsynced(path, await readCertificates(certificates));
}

function wayOutDeps(deps: SetUpToolsDeps): WayOutDeps {
  return {
    clock: deps.clock,
    listen: listenAt,
    dialPlain,
    resolve: resolveName,
    whyForbidden: (address) =>
      whyNotPublic(address) ?? (isOwnAddress(address) ? "an address of this machine" : null),
    isOwn: isOwnAddress,
    hallPort: () => hallPortOf(deps),
    proxyFor: (url) => proxyFor(url, deps.proxy),
    ...deps.network,
  };
}

/** Returns the port on which the hall of this home listens. `null` if it is not known. */
async function hallPortOf({ disk, home }: SetUpToolsDeps): Promise<number | null> {
  try {
    const text = await disk.readText(home.hallRecord);
    const { url } = hallRecord.parse(JSON.parse(text ?? "null"));
    return Number(new URL(url).port) || null;
  } catch {
    return null; // the hall is just starting, or there is none
  }
}
