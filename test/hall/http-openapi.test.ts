// The OpenAPI document is made from the contract, served by the hall and committed.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { routes } from "../../src/contract/api/api.ts";
import { createOpenApi } from "../../src/hall/http/openapi.ts";
import { serveApp } from "../harness/served-app.ts";

const root = new URL("../../", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { version: string };

test('docs/openapi.json is what the contract says; if not, run "npm run docs:openapi"', () => {
  const committed = readFileSync(new URL("docs/openapi.json", root), "utf8");
  expect(committed === `${JSON.stringify(createOpenApi(version), null, 2)}\n`).toBe(true);
});

test("every route of the contract is in the document, and every reference leads somewhere", () => {
  const document = createOpenApi(version) as {
    paths: Record<string, Record<string, unknown>>;
    components: { schemas: Record<string, unknown> };
  };
  for (const route of Object.values(routes)) {
    expect(document.paths[route.path.replace(/:(\w+)/g, "{$1}")]?.[route.method.toLowerCase()]).toBeDefined();
  }
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(20);
  for (const [, name] of references) expect(Object.keys(document.components.schemas)).toContain(name ?? "");
});

test("the hall serves the document to whoever has the token", async () => {
  const served = serveApp();
  try {
    expect((await fetch(`${served.url}/api/v1/openapi.json`)).status).toBe(401);
    expect(await (await served.ask("/api/v1/openapi.json")).json()).toEqual(createOpenApi("0.0.0"));
  } finally {
    await served.stop();
  }
});
