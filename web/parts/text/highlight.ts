// Highlights code as plain values: for each line, its pieces and their kinds. It never produces HTML, and runs only in
// a web worker.
import type { LanguageFn } from "highlight.js";
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import type { Language } from "./language-of.ts";

const grammars: Readonly<Record<Language, LanguageFn>> = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  makefile,
  markdown,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar);

export interface Piece {
  text: string;
  /** The kind of the piece, such as "keyword"; `null` for plain text. */
  is: string | null;
}
export type PieceLine = readonly Piece[];

/**
 * Returns `null` if a grammar fails on the text, which is then shown plain. A hostile text may keep this running
 * forever.
 */
export function highlightLines(code: string, language: Language): PieceLine[] | null {
  try {
    const { _emitter } = hljs.highlight(code, { language, ignoreIllegals: true });
    const lines: Piece[][] = [[]];
    walk((_emitter as unknown as { rootNode: Node }).rootNode, null, lines);
    return lines;
  } catch {
    return null;
  }
}

interface Node {
  scope?: string;
  children: (Node | string)[];
}

function walk({ scope, children }: Node, outer: string | null, lines: Piece[][]): void {
  // A scope such as "title.function" counts as its first word; an embedded language keeps the outer kind.
  const is = scope && !scope.startsWith("language:") ? (scope.split(".")[0] ?? outer) : outer;
  for (const child of children) {
    if (typeof child !== "string") walk(child, is, lines);
    else
      for (const [at, text] of child.split("\n").entries()) {
        if (at > 0) lines.push([]);
        if (text !== "") lines.at(-1)?.push({ text, is });
      }
  }
}
