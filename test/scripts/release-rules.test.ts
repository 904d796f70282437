// Which version may follow, and what a release writes.
import { describe, expect, test } from "bun:test";
import { dateChangelog, refuseVersion, setVersion } from "../../scripts/release/rules.ts";

describe("a version", () => {
  test.each([
    ["0.2.0", "0.1.0"],
    ["0.1.1", "0.1.0"],
    ["1.0.0", "0.99.99"],
    ["0.10.0", "0.9.0"], // by number, and not by letter
    ["1.0.0-rc.1", "0.9.0"],
    ["1.0.0", "1.0.0-rc.2"],
    ["1.0.0-rc.10", "1.0.0-rc.9"],
  ])("%s may follow %s", (next, present) => {
    expect(refuseVersion(next, present)).toBeNull();
  });

  test.each([
    ["0.1.0", "0.1.0", "not greater"],
    ["0.9.0", "0.10.0", "not greater"],
    ["1.0.0-rc.1", "1.0.0", "not greater"],
    ["v0.2.0", "0.1.0", "is not a version"],
    ["0.2", "0.1.0", "is not a version"],
    ["0.02.0", "0.1.0", "is not a version"],
    ["0.2.0 --force", "0.1.0", "is not a version"],
    ["0.2.0\n", "0.1.0", "is not a version"],
    ["", "0.1.0", "is not a version"],
  ])("%p may not follow %s", (next, present, why) => {
    expect(refuseVersion(next, present)).toContain(why);
  });
});

describe("the changelog", () => {
  const release = { version: "0.2.0", date: "2026-11-18" };
  const before = "# Changelog\n\nWords.\n\n## Unreleased\n\n- New.\n\n  More.\n\n## 0.1.0\n\n- Old.\n";

  test("has its unreleased part under the version and the date, and an empty one above it", () => {
    expect(dateChangelog(before, release)).toEqual({
      ok: true,
      value: {
        notes: "- New.\n\n  More.",
        text: "# Changelog\n\nWords.\n\n## Unreleased\n\n## 0.2.0 - 2026-11-18\n\n- New.\n\n  More.\n\n## 0.1.0\n\n- Old.\n",
      },
    });
  });

  test("may begin with its first release", () => {
    const first = dateChangelog("# Changelog\n\n## Unreleased\n\n- New.\n", release);
    expect(first).toMatchObject({
      value: { text: "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-18\n\n- New.\n" },
    });
  });

  test("of the release after is made from it in the same way", () => {
    const dated = dateChangelog(before, release);
    const text = dated.ok ? dated.value.text : "";
    expect(dateChangelog(text, { version: "0.3.0", date: "2026-12-01" })).toMatchObject({ ok: false });
    const more = text.replace("## Unreleased\n", "## Unreleased\n\n- Newer.\n");
    expect(dateChangelog(more, { version: "0.3.0", date: "2026-12-01" })).toMatchObject({
      ok: true,
      value: { notes: "- Newer." },
    });
  });

  test.each([
    ["# Changelog\n\n## Unreleased\n\n  \n## 0.1.0\n", "there is nothing to release"],
    ["# Changelog\n\n## 0.1.0\n\n- Old.\n", "has 0 sections"],
    [`${before}\n## Unreleased\n\n- Twice.\n`, "has 2 sections"],
    [`${before}\n## 0.2.0 - 2026-01-01\n\n- Old.\n`, "has a section for 0.2.0 already"],
  ])("%p is refused", (text, why) => {
    expect(dateChangelog(text, release)).toEqual({ ok: false, refusal: expect.stringContaining(why) });
  });
});

test("a version is set at each of its places, and where one is missing the file is refused", () => {
  const file = {
    path: "lock.json",
    text: '{\n  "version": "1.0.0",\n  "packages": {\n    "": {\n      "version": "1.0.0"\n    },\n    "x": {\n      "version": "1.0.0"\n    }\n  }\n}\n',
  };
  const places = [["version"], ["packages", "", "version"]];
  const expected = file.text.replace('"1.0.0"', '"1.1.0"').replace('"1.0.0"', '"1.1.0"');
  expect(setVersion(file, { places, version: "1.1.0" })).toEqual({ ok: true, value: expected });
  expect(setVersion(file, { places: [["info", "version"]], version: "1.1.0" })).toEqual({
    ok: false,
    refusal: 'lock.json has no version at "info"."version".',
  });
});
