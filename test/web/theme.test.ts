// Rules of the page's sources: colours are in the theme alone, and of the hall's code only types and pure rules are used.
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { readFileSync } from "node:fs";

const styles = [...new Glob("web/**/*.css").scanSync(".")].filter(
  (path) => !/^web\/(dist|theme)\//.test(path),
);
const sources = [...new Glob("web/**/*.{ts,tsx}").scanSync(".")].filter(
  (path) => !path.startsWith("web/dist/"),
);
const read = (path: string) => readFileSync(path, "utf8");

const colour =
  /#[0-9a-f]{3,8}\b|\b(?:oklch|oklab|rgba?|hsla?|lch|lab|color)\(|:\s*(?:white|black|red|green|blue|gr[ae]y|orange|yellow|purple|brown|pink)\b/i;

const tokens = read("web/theme/tokens.css");
/** As the look of the page was chosen: light, dark. */
const chosen = [
  ["page", "0.982 0.006 85", "0.185 0.01 65"],
  ["panel", "0.995 0.003 85", "0.222 0.011 65"],
  ["line", "0.895 0.01 80", "0.305 0.012 65"],
  ["ink", "0.265 0.018 60", "0.925 0.012 85"],
  ["brass-mark", "0.6 0.105 75", "0.78 0.105 78"],
  ["verdigris-mark", "0.52 0.085 172", "0.72 0.085 172"],
  ["madder-mark", "0.52 0.155 27", "0.72 0.14 26"],
  ["indigo-mark", "0.49 0.1 262", "0.72 0.09 262"],
] as const;

describe("the theme", () => {
  test.each(chosen)("has --%s as it was chosen", (name, light, dark) => {
    expect(tokens).toContain(`--${name}: light-dark(oklch(${light}), oklch(${dark}));`);
  });

  test("has three voices, each served by the hall itself, and their sizes", () => {
    const base = read("web/theme/base.css");
    for (const [name, font] of [
      ["serif", "newsreader"],
      ["sans", "instrument-sans"],
      ["mono", "jetbrains-mono"],
    ] as const) {
      expect(tokens).toMatch(new RegExp(`--${name}: "${font.replace("-", "[- ]")} Variable"`, "i"));
      expect(base).toContain(`@import "@fontsource-variable/${font}/wght.css"`);
    }
    expect(base).toContain("font-variant-numeric: tabular-nums");
    for (const size of ["--size: 13px", "--size-prose: 15.5px", "--size-title: 26px", "--size-machine: 12px"])
      expect(tokens).toContain(size);
  });
});

/** What the page never has: gradients, glass, glow, and motion that no change of state is behind. */
const never =
  /gradient\(|backdrop-filter|\bblur\(|text-shadow|\banimation\b|@keyframes|\btransition:[^;]*\d+m?s\b/;

describe("the page's sources", () => {
  test("have no gradient, glass, glow or endless motion, and move only as long as the theme says", () => {
    const found = styles.flatMap((path) => {
      const [bad] = never.exec(read(path)) ?? [];
      return bad === undefined ? [] : [`${path}: ${bad}`];
    });
    expect(found).toEqual([]);
    expect([/--quick: (\d+)ms/, /--calm: (\d+)ms/].map((wanted) => wanted.exec(tokens)?.[1])).toEqual([
      "120",
      "180",
    ]);
    for (const bad of ["background: linear-gradient(x);", "animation: a 1s;", "transition: color 2s;"])
      expect(never.test(bad)).toBe(true);
    expect(never.test("transition: width var(--calm);")).toBe(false);
  });

  test("have no emoji", () => {
    const found = sources.filter((path) => /\p{Emoji_Presentation}/u.test(read(path)));
    expect(found).toEqual([]);
  });

  test("name a colour in the theme and nowhere else", () => {
    expect(styles.length).toBeGreaterThan(20);
    const found = styles.flatMap((path) =>
      read(path)
        .split("\n")
        .filter((line) => colour.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });

  test("that colour would be noticed", () => {
    for (const line of ["color: #fff;", "background: rgb(1 2 3);", "fill: oklch(1 0 0);", "color: white;"])
      expect(colour.test(line)).toBe(true);
    for (const line of ["color: var(--ink);", "border: 0;", "white-space: nowrap;"])
      expect(colour.test(line)).toBe(false);
  });

  test("take types from the contract, and code only from pure rooms and the call that the CLI makes too", () => {
    const imports = /import (type )?[^;]*? from "((?:\.\.\/)+src\/[^"]+)"/g;
    const found = sources.flatMap((path) =>
      [...read(path).matchAll(imports)]
        .filter(
          ([, isType, from]) =>
            isType === undefined && !/src\/(base\/|rules\/|client\/call\.ts$)/.test(from ?? ""),
        )
        .map(([, , from]) => `${path}: ${from}`),
    );
    expect(found).toEqual([]);
  });

  test("get no schema with that call: it imports types alone", () => {
    const imports = read("src/client/call.ts").match(/^(import|export) .* from .*$/gm) ?? [];
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter((line) => !/^(import|export) type /.test(line))).toEqual([]);
  });

  test("put markup on the page in one place alone", () => {
    const found = sources.filter((path) =>
      /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML/.test(read(path)),
    );
    expect(found).toEqual(["web/parts/text/markdown.tsx"]);
  });
});
