// Both judges of internet addresses, the hall's and the researcher's own copy, call the same ones public.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isPublicAddress } from "../../guild-members/researcher/web/public-address.ts";
import { whyNeverPinned, whyNotPublic } from "../../src/base/network/public-address.ts";

describe.each([
  ["the hall", (address: string) => whyNotPublic(address) === null],
  ["the researcher", isPublicAddress],
])("%s", (_name, isPublic) => {
  test.each(
    (
      "1.1.1.1 8.8.8.8 172.32.0.1 192.169.0.1 100.128.0.1 223.255.255.255 2606:4700::1111 2a00:1450::1 " +
      "2606:4700:0:0:0:0:0:1111 2606:4700::1.1.1.1 2606:4700:: 2001:200::1 3fff:1000::1"
    ).split(" "),
  )("%p is public", (address) => expect(isPublic(address)).toBe(true));

  test.each(
    (
      "0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 168.63.129.16 169.254.169.254 172.16.0.1 172.31.255.255 " +
      "192.0.0.8 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:1.1.1.1 ::ffff:127.0.0.1 " +
      "::ffff:7f00:1 ::1.1.1.1 64:ff9b::7f00:1 64:ff9b::101:101 64:ff9b:1::1 fc00::1 fd00:ec2::254 fe80::1 ff02::1 " +
      "2001:db8::1 2001::1 2002:7f00:1:: 2620:4f:8000::1 3fff::1 localhost 1 0x7f.1 01.1.1.1 1.1.1.1. 256.1.1.1 " +
      "[2606:4700::1] 2606:4700:::1 2606:4700::1::1 2606:4700::1111%eth0"
    )
      .split(" ")
      .concat("", " 1.1.1.1"),
  )("%p is not", (address) => expect(isPublic(address)).toBe(false));
});

test("whatever the address, both say the same", () => {
  const word = fc.oneof(
    fc.constantFrom("2000", "2001", "2002", "3fff", "64", "ff9b", "ffff", "0"),
    fc.stringMatching(/^[0-9a-f]{1,4}$/),
  );
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.array(word, { minLength: 8, maxLength: 8 }).map((words) => words.join(":")),
    fc.tuple(word, word).map(([head, tail]) => `${head}::${tail}`),
    fc.tuple(word, fc.ipV4()).map(([head, tail]) => `${head}::${tail}`),
  );
  fc.assert(
    fc.property(address, (text) => expect(isPublicAddress(text)).toBe(whyNotPublic(text) === null)),
    { numRuns: 5000 },
  );
});

test.each([
  ["10.1.2.3", true],
  ["100.64.0.1", true],
  ["fd00::1", true],
  ["1.1.1.1", true],
  ["203.0.113.5", true],
  ["198.18.0.1", true],
  ["127.0.0.1", false],
  ["169.254.169.254", false],
  ["::ffff:10.1.2.3", false],
  ["64:ff9b::a01:203", false],
  ["fe80::1", false],
  ["fd00::1%eth0", false],
])("that a person may pin %p is %p", (address, may) => expect(whyNeverPinned(address) === null).toBe(may));
