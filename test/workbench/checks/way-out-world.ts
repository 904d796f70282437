// A server on this machine that stands for the public internet, and the parts of a set-up that may reach it.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach } from "bun:test";
import { readForWorkbench } from "../../../src/store/config/read.ts";
import { createSetUpTools, type SetUpTools } from "../../../src/workbench/checks/set-up-tools.ts";
import type { HomeLayout } from "../../../src/contract/home/home-layout.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { whyNotPublic } from "../../../src/base/network/public-address.ts";

/** The name of the server, and the one loopback address that counts as public in these tests. */
export const host = "registry.guild.org";
const publicAddress = "127.0.0.1";

export interface Registry {
  port: number;
  /** Where a set-up finds it. */
  url: string;
  /** What each visitor sent. */
  visits: string[];
  /** From now on nobody is there. */
  close(): void;
}

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

export async function openRegistry(): Promise<Registry> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      visits.push(`${request.method} ${request.url} ${body}`);
      response.end(`installed from ${request.headers.host}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, publicAddress, resolve));
  const close = () => void server.close();
  open.push({ close });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${host}:${port}`, visits, close };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** As main() wires them, but for the server that counts as public. */
export async function toolsOf(home: HomeLayout): Promise<SetUpTools> {
  const { projects } = await readForWorkbench(systemDisk, home);
  return createSetUpTools({
    home,
    disk: systemDisk,
    clock: systemClock,
    git: { clock: systemClock, searchPath: process.env["PATH"] ?? "" },
    projects: () => projects,
    proxy: { http: null, https: null, no: null },
    certificates: [],
    network: {
      resolve: async (name) => (name === host ? [publicAddress] : []),
      whyForbidden: (address) => (address === publicAddress ? null : whyNotPublic(address)),
      isOwn: () => false,
    },
  });
}

/** The control: every tree is taken for the person's own, as it was before there was the rule. */
export function ruleOff(tools: SetUpTools): SetUpTools {
  let asked = "";
  return {
    ...tools,
    listTree: (order) => {
      asked = order.tree;
      return tools.listTree(order);
    },
    ownTree: async (...order) => {
      const own = await tools.ownTree(...order);
      return own && { ...own, tree: asked };
    },
  };
}
