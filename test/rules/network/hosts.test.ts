// Whom the set-ups of a commission turned to: what a later run says never takes away what an earlier one did.
import { expect, test } from "bun:test";
import type { HostUse } from "../../../src/contract/project/set-up.ts";
import { allHosts, hostsText, hostWords } from "../../../src/rules/network/hosts.ts";
import { commissionAfter, factOf, inProgress } from "../../harness/ledger/histories.ts";

const use = (host: string, changes: Partial<HostUse> = {}): HostUse => ({
  host,
  port: 443,
  connections: 1,
  sentBytes: 10,
  receivedBytes: 20,
  refused: null,
  ...changes,
});
const refusal = (host: string) => use(host, { sentBytes: 0, receivedBytes: 0, refused: "no" });
const run = { command: "npm ci", exitCode: 0, timedOut: false, output: "", cut: false, ms: 1 };

test("the hosts of a set-up stay on record when a later one runs nothing", () => {
  const { record } = commissionAfter([
    ...inProgress,
    factOf(90, { type: "setup.ran", run, by: "network", hosts: [use("a.org")] }),
    factOf(91, { type: "setup.ran", run, by: "kept" }),
  ]);
  expect(record.setup).toMatchObject({ by: "kept", hosts: [{ host: "a.org", sentBytes: 10 }] });
});

test("a host of both is one, and says what passed although it was refused at last", () => {
  const all = allHosts([use("a.org"), use("b.org")], [refusal("a.org"), use("a.org", { port: 80 })]);
  expect(all).toEqual([
    use("a.org", { connections: 2, refused: "no" }),
    use("b.org"),
    use("a.org", { port: 80 }),
  ]);
  expect(hostsText([...all, refusal("c.org")])).toBe(
    "a.org:443 10/20 refused, b.org:443 10/20, a.org:80 10/20, c.org:443 refused",
  );
});

test.each<[HostUse, string]>([
  [use("a.org"), "a.org:443: 20 B received, 10 B sent"],
  [refusal("a.org"), "a.org:443: refused: no"],
  [use("a.org", { refused: "no" }), "a.org:443: 20 B received, 10 B sent; refused: no"],
])("%j in words", (given, words) => {
  expect(hostWords(given)).toBe(words);
});

test("refused hosts take no room of those that were reached", () => {
  const many = Array.from({ length: 500 }, (_, at) => refusal(`n${at}.org`));
  const all = allHosts(many, [use("a.org")]);
  expect(all).toHaveLength(201);
  expect(all.at(-1)?.host).toBe("a.org");
});
