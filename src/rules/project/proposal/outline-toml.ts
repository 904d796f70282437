// Reads the tables and keys of a TOML file, without its values' meaning: enough to see which tools a project names. It
// takes a broken file for what its lines say, and each line once.

/** The raw values by key, by table. The keys before the first table are in the table "". */
export type TomlOutline = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A value that goes on for longer is cut. */
const mostOfValue = 20_000;

export function outlineToml(text: string): TomlOutline {
  const tables = new Map<string, Map<string, string>>();
  let table = tableOf(tables, "");
  let open: { key: string; value: string; depth: number; quote: string | null } | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (open === null) {
      const header = /^\s*\[{1,2}([^[\]]{1,500})\]{1,2}\s*(?:#.*)?$/.exec(line)?.[1];
      if (header !== undefined) {
        table = tableOf(tables, plainKey(header));
        continue;
      }
      const at = line.indexOf("=");
      const key = at < 0 ? "" : plainKey(line.slice(0, at));
      if (key === "" || key.startsWith("#")) continue;
      open = { key, value: "", depth: 0, quote: null };
      addLine(open, line.slice(at + 1));
    } else addLine(open, line);
    if (open.depth > 0 || open.quote !== null) continue;
    table.set(open.key, open.value.trim());
    open = null;
  }
  if (open !== null) table.set(open.key, open.value.trim());
  return tables;
}

function tableOf(tables: Map<string, Map<string, string>>, name: string): Map<string, string> {
  const table = tables.get(name) ?? new Map<string, string>();
  tables.set(name, table);
  return table;
}

/** Removes spaces and quotes around the parts of a key. */
function plainKey(written: string): string {
  return written.slice(0, 500).replace(/["'\s]/g, "");
}

interface Value {
  value: string;
  /** How many brackets are open. */
  depth: number;
  /** The three quotes that end a string of several lines; `null` outside of one. */
  quote: string | null;
}

/** Adds a line to a value, without its comment. */
function addLine(open: Value, line: string): void {
  let at = 0;
  let kept = "";
  while (at < line.length) {
    if (open.quote !== null) {
      const end = line.indexOf(open.quote, at);
      if (end < 0) break;
      at = end + 3;
      open.quote = null;
      continue;
    }
    const letter = line[at] ?? "";
    if (letter === "#") break;
    if (line.startsWith('"""', at) || line.startsWith("'''", at)) {
      open.quote = line.slice(at, at + 3);
      at += 3;
      continue;
    }
    if (letter === '"' || letter === "'") {
      const end = endOfString(line, at);
      kept += line.slice(at, end);
      at = end;
      continue;
    }
    if (letter === "[" || letter === "{") open.depth += 1;
    if ((letter === "]" || letter === "}") && open.depth > 0) open.depth -= 1;
    kept += letter;
    at += 1;
  }
  if (open.value.length < mostOfValue)
    open.value += `${open.value === "" ? "" : "\n"}${kept}`.slice(0, mostOfValue);
}

/** Returns the place after the string that begins here. A string that does not end takes the rest of the line. */
function endOfString(line: string, from: number): number {
  const quote = line[from];
  for (let at = from + 1; at < line.length; at += 1) {
    if (quote === '"' && line[at] === "\\") at += 1;
    else if (line[at] === quote) return at + 1;
  }
  return line.length;
}

/** Returns the text of a quoted value; `null` if the value is something else. */
export function stringOf(value: string | undefined): string | null {
  return /^(["'])([^"'\\\n]*)\1$/.exec(value ?? "")?.[2] ?? null;
}

/** Returns the quoted texts in a list. */
export function stringsIn(value: string | undefined): string[] {
  return [...(value ?? "").matchAll(/"([^"\\\n]{0,500})"|'([^'\n]{0,500})'/g)].map(
    ([, double, single]) => double ?? single ?? "",
  );
}
