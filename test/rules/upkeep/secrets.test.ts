import { describe, expect, test } from "bun:test";
import { createHide, withoutSecrets } from "../../../src/rules/upkeep/secrets.ts";

const key = "sk-ant-canary-82e0/c6+d51f";
const hide = createHide(key, "[credential]");
const hex = (code: number) => code.toString(16).padStart(2, "0");
const each = (form: (code: number, n: number) => string) =>
  Array.from(key, (character, n) => form(character.charCodeAt(0), n)).join("");

/** Some part of the key can still be read out of it: eight characters in a row, in any form that is tried here. */
function isLeft(text: string): boolean {
  const decoded = [
    text,
    text.replace(/\\+u00([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    text.replace(/\\([0-7]{2,3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8))),
    ...text
      .replace(/0x|, /g, "")
      .split(/[^0-9a-f]+/i)
      .map((run) => Buffer.from(run, "hex").toString("latin1")),
    ...text.split(/[^A-Za-z0-9+/_=-]+/).map((run) => Buffer.from(run, "base64").toString("latin1")),
    ...text.split(/[^0-9a-f]+/i).map((run) => Buffer.from(run, "hex").toString("latin1")),
  ];
  const parts = Array.from({ length: key.length - 8 }, (_, n) => key.slice(n, n + 8));
  return decoded.some((each) => parts.some((part) => each.includes(part)));
}

const base64 = (before: string, after: string) => Buffer.from(before + key + after).toString("base64");
const forms: [string, string][] = [
  ["as it is", key],
  ["in capitals", key.toUpperCase()],
  ["escaped as in JSON", each((code) => `\\u00${hex(code)}`)],
  [
    "escaped in part",
    each((code, n) => (n % 3 === 0 ? `\\u00${hex(code).toUpperCase()}` : String.fromCharCode(code))),
  ],
  ["escaped twice", each((code) => `\\\\u00${hex(code)}`)],
  ["with escaped slashes", key.replaceAll("/", "\\/")],
  ["as in an address", encodeURIComponent(key)],
  ["as in an address, all of it", each((code) => `%${hex(code)}`)],
  ["as in HTML", each((code) => `&#${code};`)],
  ["as in HTML, in hex", each((code) => `&#x${hex(code)};`)],
  ["in hex", each(hex)],
  ["in hex with colons", Array.from(key, (character) => hex(character.charCodeAt(0))).join(":")],
  ["in hex as a list", Array.from(key, (character) => `0x${hex(character.charCodeAt(0))}`).join(", ")],
  ["in octal", each((code) => `\\${code.toString(8)}`)],
  ["in base64", base64("", "")],
  ["in base64 behind one byte", base64("a", "b")],
  ["in base64 behind two bytes", base64("ab", "cd")],
  ["in base64 as a header", base64("user:", "\n")],
  ["in base64 for addresses", Buffer.from(`ab${key}`).toString("base64url")],
  ["in base64 on several lines", base64("abc", "").replace(/(.{10})/g, "$1\n")],
];

describe("a secret is hidden", () => {
  test.each(forms)("%s", (_name, form) => {
    const text = `invalid x-api-key "${form}" was given`;
    if (form !== key.toUpperCase() && !/&#|:/.test(form) && !form.includes("\n") && !form.includes("\\\\"))
      expect(isLeft(text) || form.includes("\\/")).toBe(true); // the control: it can be read before
    expect(hide(text)).toContain("[credential]");
    expect(isLeft(hide(text))).toBe(false);
  });

  test("and nothing else is", () => {
    const text = "an ordinary sentence, with c2stYW50 and 736b2d616e74 and sk-ant in it, \\u0073 and %73";
    expect(hide(text)).toBe(text);
    expect(withoutSecrets(`at https://me:pw@host/ ${key}`, [key])).toBe("at https://host/ [secret]");
  });

  test.each([
    ["an @", "no proxy at http://me:p@ss@w0rd@proxy:8080/ today", "no proxy at http://proxy:8080/ today"],
    [
      "an @ alone",
      "http://me:@@proxy and http://you:pw@other/@scope",
      "http://proxy and http://other/@scope",
    ],
  ])("as the password of a URL, with %s in it", (_what, text, shown) => {
    expect(withoutSecrets(text, [])).toBe(shown);
  });

  test("in a long text of backslashes at once", () => {
    const began = performance.now();
    hide("\\".repeat(200_000) + "A".repeat(200_000));
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
