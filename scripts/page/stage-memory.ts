// Writes memory entries to the stage (a throwaway hall with sample work), besides the ones that its workers wrote: in
// three scopes, some with several versions.
import type { Client } from "../../src/client/client.ts";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";

interface Told {
  scope: string;
  key: string;
  /** The versions of the entry, oldest first. */
  says: readonly string[];
}

const told: readonly Told[] = [
  {
    scope: "global",
    key: "house-style",
    says: [
      "Short sentences. No abbreviations.\n",
      "Short sentences, no abbreviations, and every number with its unit.\n",
    ],
  },
  {
    scope: "global",
    key: "who-to-ask",
    says: ["Ada decides about the API, Grace about anything that an operator sees.\n"],
  },
  {
    scope: "project:lantern",
    key: "promises",
    says: [
      "The README is a contract: where it and the code differ, the code is wrong.\n",
      "The README is a contract: where it and the code differ, the code is wrong. Ask before you change a promise.\n",
      "The README is a contract.\n",
    ],
  },
  { scope: "project:harbour", key: "layout", says: ["`src/` is flat on purpose: one file, one idea.\n"] },
  {
    scope: "worker:reviewer",
    key: "severity",
    says: ["A finding that loses data comes before one that is ugly, whatever their number.\n"],
  },
];

export async function remember({ memory }: Client): Promise<void> {
  for (const { scope, key, says } of told) {
    const place = { scope: memoryScope.parse(scope), key: memoryKey.parse(key) };
    for (const content of says) await memory.write(place, { content });
  }
  const promises = { scope: memoryScope.parse("project:lantern"), key: memoryKey.parse("promises") };
  await memory.revert(promises, 2);
}
