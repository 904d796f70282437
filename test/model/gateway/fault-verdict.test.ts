// What the gateway's own failure counts as.
import { expect, test } from "bun:test";
import { faultVerdict } from "../../../src/model/gateway/fault-verdict.ts";

test.each([
  ["ENOSPC", "storage"],
  ["EROFS", "storage"],
  ["ECONNRESET", "api"],
])("an error with the code %s is one of %s, also inside another", (code, how) => {
  const error = Object.assign(new Error("no"), { code });
  expect(faultVerdict(error, "why")).toMatchObject({ how, message: "why" });
  expect(faultVerdict(new Error("outer", { cause: error }), "why")).toMatchObject({ how });
});
