// Finds the first failed test case in JUnit XML, line by line. The XML is not fully parsed, because the
// result is only displayed and decides nothing.

interface Found {
  start: number;
  lines: readonly string[];
}

export function findJunitFailure(whole: readonly string[]): Found | null {
  if (!whole.some((line) => line.includes("<testcase"))) return null;
  const parts = whole.flatMap((line, start) => elementsOf(line).map((text) => ({ start, text })));
  const found = findFailed(parts.map(({ text }) => text));
  return found && { ...found, start: parts[found.start]?.start ?? 0 };
}

const mostOfElement = 2000;

/** Splits a line into elements, because a whole report may be on one line. */
function elementsOf(line: string): string[] {
  return line
    .replaceAll("><", ">\n<")
    .split("\n")
    .map((element) => element.slice(0, mostOfElement));
}

function findFailed(lines: readonly string[]): Found | null {
  let testcase = "";
  for (const [at, line] of lines.entries()) {
    const opened = line.lastIndexOf("<testcase ");
    const failed = /<(?:failure|error)[\s>/]/.exec(line);
    if (failed && (testcase !== "" || opened !== -1)) {
      const own = opened !== -1 && opened < failed.index ? line.slice(opened, failed.index) : testcase;
      return { start: at, lines: [nameOf(own), ...bodyOf(lines, at, failed.index)] };
    }
    if (opened !== -1) testcase = line.slice(opened);
    if (line.includes("</testcase>")) testcase = "";
  }
  return null;
}

function nameOf(testcase: string): string {
  const names = [attribute(testcase, "classname"), attribute(testcase, "name")].filter((name) => name !== "");
  return names.length === 0 ? "A test case failed:" : `${names.join(" > ")}:`;
}

const most = 40;

/** Returns the message of the failure, and the text up to the end of its element. */
function bodyOf(lines: readonly string[], at: number, from: number): string[] {
  const first = (lines[at] ?? "").slice(from);
  const tag = first.indexOf(">");
  const message = attribute(first.slice(0, tag === -1 ? first.length : tag), "message");
  const rest = [tag === -1 ? "" : first.slice(tag + 1), ...lines.slice(at + 1, at + most)];
  const end = rest.findIndex((line) => /<\/(?:failure|error)>|<\/?testcase|<\/testsuite/.test(line));
  const body = end === -1 || first.includes("/>") ? [] : rest.slice(0, end);
  const last = (rest[end] ?? "").split("</", 1)[0] ?? "";
  const text = [...body, ...(first.includes("/>") ? [] : [last])]
    .filter((line) => line.trim() !== "")
    .map(unescaped);
  return message === "" || text[0]?.includes(message) ? text : [message, ...text];
}

function attribute(tag: string, name: string): string {
  const begin = tag.indexOf(` ${name}="`);
  if (begin === -1) return "";
  const from = begin + name.length + 3;
  const end = tag.indexOf('"', from);
  return unescaped(tag.slice(from, end === -1 ? tag.length : end));
}

const entities: readonly (readonly [string, string])[] = [
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
  ["&#10;", " "],
  ["&amp;", "&"],
];

function unescaped(text: string): string {
  return entities.reduce((said, [entity, means]) => said.replaceAll(entity, means), text);
}
