// Indexes the built page: the files of web/dist by their addresses. A request only ever selects from this list; none of
// its text reaches the file system.
import type { PlainFiles, Seen } from "../../../host/files/plain-files.ts";

export type Coding = "br" | "gzip";

export interface PageFile {
  path: string;
  type: string;
  /** True if the file's name contains a hash of its content, so that it never changes. */
  isHashed: boolean;
  /** Paths of the versions that the build compressed. */
  coded: Partial<Record<Coding, string>>;
}

export interface PageIndex {
  /** Returns the page's HTML document. `undefined` if the page was not built. */
  document(): PageFile | undefined;
  find(address: string): PageFile | undefined;
}

export interface PageIndexDeps {
  /** The directory of the build. */
  directory: string;
  files: Pick<PlainFiles, "scan" | "look">;
}

type IndexedFiles = ReadonlyMap<string, PageFile>;

interface Kept {
  stamp: string | undefined;
  files: IndexedFiles;
}

/** Scans on first use and after each new build, so that a hall whose page is never opened holds nothing in memory. */
export function createPageIndex(deps: PageIndexDeps): PageIndex {
  const kept: Kept = { stamp: undefined, files: new Map() };
  return {
    document: () => {
      renew(deps, kept);
      return kept.files.get("/index.html");
    },
    find: (address) => {
      if (kept.stamp === undefined) renew(deps, kept);
      return kept.files.get(address);
    },
  };
}

function renew({ directory, files }: PageIndexDeps, kept: Kept): void {
  const document = files.look(`${directory}/index.html`);
  const stamp = document?.kind === "file" ? document.stamp : undefined;
  if (stamp === kept.stamp) return;
  kept.stamp = stamp;
  kept.files = stamp === undefined ? new Map() : indexFiles({ directory, files });
}

/** The directories of the build. Files in the second have a hash of their content in their name. */
const places = [
  { below: "/", isHashed: false },
  { below: "/assets/", isHashed: true },
];

function indexFiles({ directory, files }: PageIndexDeps): IndexedFiles {
  return new Map(
    places.flatMap(({ below, isHashed }) => {
      const names = files.scan(`${directory}${below}`);
      return [...names].flatMap(([name, seen]) => {
        const type = seen.kind === "file" ? typeOf(name) : undefined;
        const path = `${directory}${below}${name}`;
        const file = type && { path, type, isHashed, coded: codedBeside(names, { name, path }) };
        return file ? [[`${below}${name}`, file] as const] : [];
      });
    }),
  );
}

const endings = { br: ".br", gzip: ".gz" } as const;

function codedBeside(
  names: ReadonlyMap<string, Seen>,
  { name, path }: { name: string; path: string },
): PageFile["coded"] {
  const codings = (["br", "gzip"] as const).filter(
    (coding) => names.get(`${name}${endings[coding]}`)?.kind === "file",
  );
  return Object.fromEntries(codings.map((coding) => [coding, `${path}${endings[coding]}`]));
}

/** No other file type is served. */
const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  ico: "image/x-icon",
  woff2: "font/woff2",
};

function typeOf(name: string): string | undefined {
  const ending = /\.([a-z0-9]+)$/.exec(name)?.[1] ?? "";
  return Object.hasOwn(types, ending) ? types[ending] : undefined;
}
