// A path as a person types it for a checkout, and the name that a project gets of it.
import { expect, test } from "bun:test";
import { looksLikePath, nameAfter, resolveTyped } from "../../../src/rules/project/checkout-path.ts";

const at = { directory: "/home/ada/src", personHome: "/home/ada" };

test.each([
  [".", "/home/ada/src"],
  ["..", "/home/ada"],
  ["acme", "/home/ada/src/acme"],
  ["./acme/", "/home/ada/src/acme"],
  ["../acme", "/home/ada/acme"],
  ["/srv/acme", "/srv/acme"],
  ["~", "/home/ada"],
  ["~/", "/home/ada"],
  ["~/src/acme", "/home/ada/src/acme"],
  ["~acme", "/home/ada/src/~acme"],
])("%s is %s", (typed, path) => {
  expect(resolveTyped(typed, at)).toBe(path);
});

test("without a home nothing can begin with it", () => {
  for (const personHome of [undefined, ""]) expect(resolveTyped("~/acme", { ...at, personHome })).toBeNull();
});

test.each([
  [".", true],
  ["..", true],
  ["~", true],
  ["./acme", true],
  ["/srv/acme", true],
  ["acme", false],
  ["~acme", false],
])("that %s is a path by itself: %p", (word, is) => {
  expect(looksLikePath(word)).toBe(is);
});

test.each([
  ["/srv/acme", "acme"],
  ["/srv/My Shop_2", "my-shop-2"],
  ["/srv/Café.js", "cafe-js"],
  ["/srv/2024-report", "report"],
  ["/srv/.dotfiles", "dotfiles"],
  [`/srv/${"long-name-".repeat(9)}`, "long-name-long-name-long-name-lo"],
  [`/srv/${"a".repeat(31)}-b`, "a".repeat(31)],
  ["/srv/日本", null],
  ["/", null],
])("%s makes the name %p", (path, name) => {
  expect(nameAfter(path) as string | null).toBe(name);
});
