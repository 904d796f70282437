// A proposed public registry is pinned where this machine's name server gives an address of a closed network for it.
import { expect, test } from "bun:test";
import { hostLine } from "../../../../src/rules/project/proposal/found.ts";
import { pinHost, publicRegistries } from "../../../../src/rules/project/proposal/pin-host.ts";
import { takeLines } from "../../../../src/rules/project/proposal/take.ts";
import { propose, values } from "./proposing.ts";

const [known = ""] = publicRegistries;

test.each<[string, string, string[], string | null]>([
  ["a public address", known, ["93.184.216.34"], null],
  ["a public address beside a private one", known, ["10.0.0.1", "93.184.216.34"], null],
  ["a private address", known, ["10.0.0.1"], "10.0.0.1"],
  ["an address for documentation", known, ["203.0.113.80"], "203.0.113.80"],
  ["this machine", known, ["127.0.0.1", "::1"], null],
  ["the local link, where clouds have their secrets", known, ["169.254.169.254"], null],
  ["this machine beside a private address", known, ["127.0.0.1", "10.0.0.1"], "10.0.0.1"],
  ["nothing", known, [], null],
  ["a private address of a host that a repository names", "npm.example.org", ["10.0.0.1"], null],
])("%s", (_what, host, addresses, pinned) => {
  const line = pinHost(hostLine(host, "because of it"), addresses);
  expect(line.address).toBe(pinned);
  const setup = { ...line, kind: "setup", value: "npm ci", network: true, address: null } as const;
  const allow = pinned === null ? host : { host, address: pinned };
  expect(takeLines([setup, line], { kept: [] }).network).toEqual({ allow: [allow] });
  if (pinned !== null) expect(line.reason).toContain(`${pinned} is not public`);
});

test("every host that is proposed by itself is known", () => {
  const { lines } = propose(
    {
      "package.json": JSON.stringify({ dependencies: { ms: "2" }, packageManager: "yarn@4.0.0" }),
      "requirements.txt": "requests\n",
      "go.mod": "module a\nrequire b.c/d v1.0.0\n",
      "Cargo.lock": "",
      "Cargo.toml": "[package]\n",
    },
    { programs: ["corepack"] },
  );
  expect(values(lines, "host").toSorted()).toEqual(publicRegistries.toSorted());
});
