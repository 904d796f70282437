// What is fetched beside the store, as views are given it.
import { expect, test } from "bun:test";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { plugin } from "bun";
import { routes } from "../../src/contract/api/api.ts";
import { detail } from "../cli/render/samples.ts";

plugin({
  name: "routes",
  setup: (build) =>
    void build.module("virtual:routes", () => ({
      loader: "object",
      exports: { table: routes, version: "" },
    })),
});
const { queries } = await import("../../web/store/queries.ts");

test("words of workers are plain in what a view is given, whoever put the answer there", () => {
  const client = new QueryClient();
  const wanted = { ...queries.detail("one"), enabled: false };
  client.setQueryData(wanted.queryKey, detail({ title: "a\u202eb" }));
  const { data } = new QueryObserver(client, wanted).getCurrentResult();
  expect(data?.title).toBe("a‹U+202E›b");
});
