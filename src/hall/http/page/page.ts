// Serves the built page file by file. It needs no token: the files hold no data of the person, and the page
// fetches its data from the API. The document is served at 127.0.0.1 alone, because browsers also try [::1]
// for "localhost", where another program may listen.
import { createHash } from "node:crypto";
import { problem } from "../../../contract/api/problem.ts";
import type { PlainFiles } from "../../../host/files/plain-files.ts";
import { isAfresh } from "../../../rules/network/page-link.ts";
import { refused, withSafeHeaders } from "../answers.ts";
import { pageHeaders } from "./page-headers.ts";
import { type Coding, createPageIndex, type PageFile, type PageIndex } from "./page-files.ts";

export interface PageDeps {
  /** The directory of the build. */
  directory: string;
  files: PlainFiles;
}

export interface PageRequest {
  method: string;
  /** The path as in the URL. */
  address: string;
  /** The query with its question mark. Empty if there is none. */
  search: string;
  headers: Headers;
  /** True if another site led the browser here. */
  isFromElsewhere: boolean;
}

export interface Page {
  answer(asked: PageRequest): Promise<Response>;
}

export function createPage(deps: PageDeps): Page {
  const parts = { pageIndex: createPageIndex(deps), files: deps.files };
  return { answer: (asked) => answer(parts, asked) };
}

interface Parts {
  pageIndex: PageIndex;
  files: Pick<PlainFiles, "read">;
}

const methods = ["GET", "HEAD"];

async function answer(parts: Parts, asked: PageRequest): Promise<Response> {
  if (!methods.includes(asked.method)) return wrongMethod();
  if (asked.headers.get("service-worker") !== null) return endServiceWorker();
  const file = asked.isFromElsewhere ? undefined : parts.pageIndex.find(asked.address);
  if (file && asked.address !== "/index.html") return (await send(parts, { asked, file })) ?? nothingHere();
  if (!isForDocument(asked)) return nothingHere();
  const host = asked.headers.get("host") ?? "";
  if (otherName.test(host)) return leadOn(asked, host.replace(otherName, "127.0.0.1"));
  const document = parts.pageIndex.document();
  const sent = (document && (await send(parts, { asked, file: document }))) ?? notBuilt();
  return isAfresh(asked.search) ? withEmptyCache(sent) : sent;
}

/**
 * Makes the browser clear its cache, in which a program that once had the hall's port may have left files
 * under the names of the page's own. Used for links that make a browser known: their query is new each time,
 * so no cache can answer them.
 */
function withEmptyCache(response: Response): Response {
  response.headers.set("clear-site-data", '"cache"');
  response.headers.set("cache-control", "no-store");
  return response;
}

/** The names other than 127.0.0.1 that the guard accepts as Host. They are redirected to 127.0.0.1. */
const otherName = /^(localhost|\[::1\])(?=:|$)/;

function leadOn({ address, search }: PageRequest, host: string): Response {
  const headers = { location: `http://${host}${address}${search}` };
  return withSafeHeaders(new Response(null, { status: 307, headers }));
}

/**
 * The page has no service worker. A program that once had the hall's port may have left one in the browser, which would
 * keep answering in the hall's place. The browser asks the hall for an update and gets this one, which removes itself.
 */
const endingWorker = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(end()));
async function end() {
  await self.clients.claim();
  const pages = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  await Promise.allSettled(pages.map((page) => page.navigate(page.url)));
}
`;

function endServiceWorker(): Response {
  const headers = { "content-type": "text/javascript; charset=utf-8" };
  return withSafeHeaders(new Response(endingWorker, { headers }));
}

/** Returns true if a person navigates to a view of the page. Any other request for an unknown file gets a 404. */
function isForDocument({ address, headers }: PageRequest): boolean {
  if (address === "/" || address === "/index.html") return true;
  const goesThere = (headers.get("sec-fetch-dest") ?? "document") === "document";
  const isPlain = !address.startsWith("//") && !/^\/(api|assets)(\/|$)/i.test(address);
  return isPlain && goesThere && /\btext\/html\b/.test(headers.get("accept") ?? "");
}

/** Returns `undefined` if the file was removed after it was listed. */
async function send(
  { files }: Parts,
  { asked, file }: { asked: PageRequest; file: PageFile },
): Promise<Response | undefined> {
  const coding = codingFor(asked.headers.get("accept-encoding") ?? "", file);
  const path = coding === undefined ? file.path : file.coded[coding];
  const bytes = await files.read(path ?? file.path, maxFileBytes);
  if (bytes === undefined) return undefined;
  const headers = pageHeaders(file);
  headers.set("vary", "accept-encoding");
  headers.set("content-length", String(bytes.length));
  if (coding !== undefined) headers.set("content-encoding", coding);
  if (!file.isHashed) {
    const tag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    headers.set("etag", tag);
    if (isKnown(asked.headers.get("if-none-match") ?? "", tag)) return notModified(headers);
  }
  return new Response(asked.method === "HEAD" ? null : new Uint8Array(bytes), { headers });
}

const maxFileBytes = 16 * 1024 * 1024;

function codingFor(accepted: string, { coded }: PageFile): Coding | undefined {
  const wanted = accepted.split(",").flatMap((part) => {
    const [name = "", ...options] = part.split(";").map((word) => word.trim().toLowerCase());
    return options.some((option) => /^q=0(\.0*)?$/.test(option)) ? [] : [name];
  });
  return (["br", "gzip"] as const).find((coding) => coded[coding] !== undefined && wanted.includes(coding));
}

function isKnown(given: string, tag: string): boolean {
  return given.split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}

function notModified(headers: Headers): Response {
  for (const name of ["content-length", "content-encoding", "content-type"]) headers.delete(name);
  return new Response(null, { status: 304, headers });
}

function wrongMethod(): Response {
  const response = refused(problem("method_not_allowed", "The page can only be read: GET or HEAD."));
  response.headers.set("allow", methods.join(", "));
  return withSafeHeaders(response);
}

function nothingHere(): Response {
  return withSafeHeaders(refused(problem("no_such_route", "The hall has nothing at this path.")));
}

const withoutPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Guild Hall</title>
<h1>The hall is up. Its page is not built yet.</h1>
<p>In the directory of Guild Hall, run <code>npm run build</code>, then load this again.</p>
<p>The command line shows everything too: <code>guild-hall --help</code>.</p>
</html>
`;

function notBuilt(): Response {
  const headers = pageHeaders({ type: "text/html; charset=utf-8", isHashed: false });
  headers.set("cache-control", "no-store");
  return new Response(withoutPage, { status: 503, headers });
}
