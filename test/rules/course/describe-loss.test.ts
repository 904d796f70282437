// Why a workbench is gone that did not say so itself.
import { describe, expect, test } from "bun:test";
import { describeLoss, type LastWords } from "../../../src/rules/course/describe-loss.ts";
import { secretsOf, withoutSecrets } from "../../../src/rules/upkeep/secrets.ts";

const what = "It ended.";
const words = (changes: Partial<LastWords>): LastWords => ({
  exit: null,
  said: null,
  file: "bench-1.out",
  ...changes,
});
const told = (changes: Partial<LastWords>, byHall = false) =>
  describeLoss({ what, words: words(changes), byHall });

test.each<[Partial<LastWords>, string]>([
  [{}, what],
  [{ exit: { code: 70, signal: null } }, `${what} Its exit code was 70.`],
  [{ exit: { code: null, signal: null } }, what],
  [
    { exit: { code: null, signal: "SIGKILL" } },
    `${what} It was ended by SIGKILL, as the kernel does where memory runs out (a workbench itself may use 2048 MB).`,
  ],
  [
    { exit: { code: null, signal: "SIGPROF" } },
    `${what} It was ended by SIGPROF, because code that it loaded looped without end.`,
  ],
  [{ exit: { code: null, signal: "SIGSEGV" } }, `${what} It was ended by SIGSEGV.`],
  [{ said: " \n" }, `${what} It printed nothing.`],
  [
    { said: "uncaught exception: Error: boom\n    at a (x.ts:1:2)\n    at b (y.ts:3:4)\n" },
    `${what} It printed (see bench-1.out):\nuncaught exception: Error: boom`,
  ],
])("of %j it says so", (changes, text) => {
  expect(told(changes)).toBe(text);
});

test("a signal of the hall's own is no news", () => {
  expect(told({ exit: { code: null, signal: "SIGKILL" }, said: "half" }, true)).toBe(
    `${what} It printed (see bench-1.out):\nhalf`,
  );
});

test("of much that was printed the end is kept, and it says so", () => {
  const text = told({ said: `${"x".repeat(50_000)}\nthe end` });
  expect(text).toStartWith(`${what} The end of what it printed (see bench-1.out):\nx`);
  expect(text).toEndWith("x\nthe end");
  expect(text.length).toBeLessThan(1100);
});

describe("secrets", () => {
  const credential = { kind: "api_key", secret: "sk-one" } as const;
  const toolboxes = {
    webhook: { url: "https://hook.example/T0K3N", retries: 3, mode: "fast", deep: ["a long word"] },
  };

  test("are the credential and the texts that toolboxes are handed, but no short word", () => {
    const secrets = secretsOf({ credential }, { toolboxes });
    expect(secrets).toEqual(["https://hook.example/T0K3N", "a long word", "sk-one"]);
    expect(secretsOf({ credential: null }, { toolboxes: {} })).toEqual([]);
  });

  test("are taken out of a text, with who an address is for", () => {
    const text = "key sk-one at http://me:word@proxy/ and https://hook.example/T0K3N";
    expect(withoutSecrets(text, secretsOf({ credential }, { toolboxes }))).toBe(
      "key [secret] at http://proxy/ and [secret]",
    );
  });
});
