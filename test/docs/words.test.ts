// Comments and documents name their subjects. Each directory has a ceiling for the words that hide them: lower it when
// you lower the count, and never raise it. The counts are a floor for the prose, not a judgement of it.
import { expect, test } from "bun:test";
import { commentsIn, countIn, countWords, places, type WordCount } from "./words.ts";

const ceilings: Readonly<Record<string, WordCount>> = {
  ".": { pronouns: 4, openings: 19 },
  docs: { pronouns: 0, openings: 5 },
  "docs/decisions": { pronouns: 0, openings: 2 },
  "docs/guide": { pronouns: 0, openings: 12 },
  "docs/internals": { pronouns: 0, openings: 16 },
  examples: { pronouns: 0, openings: 2 },
  "guild-members": { pronouns: 0, openings: 0 },
  scripts: { pronouns: 0, openings: 0 },
  "src/base": { pronouns: 0, openings: 0 },
  "src/cli": { pronouns: 0, openings: 0 },
  "src/client": { pronouns: 0, openings: 0 },
  "src/contract": { pronouns: 0, openings: 0 },
  "src/git": { pronouns: 0, openings: 0 },
  "src/guild": { pronouns: 0, openings: 0 },
  "src/hall": { pronouns: 0, openings: 0 },
  "src/host": { pronouns: 0, openings: 0 },
  "src/model": { pronouns: 1, openings: 0 },
  "src/rules": { pronouns: 0, openings: 0 },
  "src/store": { pronouns: 0, openings: 0 },
  "src/workbench": { pronouns: 0, openings: 0 },
  "test/harness": { pronouns: 0, openings: 0 },
  web: { pronouns: 0, openings: 0 },
};

test("every place has a ceiling", () => {
  expect(Object.keys(ceilings).toSorted()).toEqual(places());
});

test.each(places())("%s hides no more subjects than it did", (place) => {
  const { pronouns, openings } = countWords(place);
  const most = ceilings[place];
  const over = [
    ...(pronouns > (most?.pronouns ?? 0)
      ? [`${pronouns} of nobody, whoever, somebody, anybody, everybody`]
      : []),
    ...(openings > (most?.openings ?? 0)
      ? [`${openings} open with What, Of, Who, Those, One, That or Where`]
      : []),
  ];
  expect(over).toEqual([]);
});

test("every kind of comment is counted, and code and texts are not", () => {
  const source = [
    "// What nobody does,",
    "// whoever asks.",
    'const a = "nobody"; // Of somebody',
    "/** Those that everybody sees. */",
    "/*",
    " * Anybody may.",
    " */",
    'const b = "https://nobody.example/*";',
    "// Returns one line, not Those.",
  ].join("\n");
  expect(commentsIn(source)).toHaveLength(5);
  expect(countIn(commentsIn(source))).toEqual({ pronouns: 5, openings: 3 });
});
