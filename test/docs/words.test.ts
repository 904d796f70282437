// Comments and documents name their subjects. Each directory has a ceiling for the words that hide them: lower it when
// you lower the count, and never raise it. The counts are a floor for the prose, not a judgement of it.
import { expect, test } from "bun:test";
import { commentsIn, countIn, countWords, places, type WordCount } from "./words.ts";

const ceilings: Readonly<Record<string, WordCount>> = {
  docs: { pronouns: 59, openings: 63 },
  "guild-members": { pronouns: 40, openings: 64 },
  scripts: { pronouns: 4, openings: 28 },
  "src/base": { pronouns: 13, openings: 15 },
  "src/cli": { pronouns: 13, openings: 47 },
  "src/client": { pronouns: 1, openings: 4 },
  "src/contract": { pronouns: 20, openings: 163 },
  "src/git": { pronouns: 43, openings: 119 },
  "src/guild": { pronouns: 69, openings: 139 },
  "src/hall": { pronouns: 59, openings: 179 },
  "src/host": { pronouns: 45, openings: 41 },
  "src/model": { pronouns: 25, openings: 53 },
  "src/rules": { pronouns: 47, openings: 171 },
  "src/store": { pronouns: 30, openings: 76 },
  "src/workbench": { pronouns: 21, openings: 107 },
  "test/harness": { pronouns: 14, openings: 27 },
  web: { pronouns: 88, openings: 209 },
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
