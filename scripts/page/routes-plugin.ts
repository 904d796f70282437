// Gives the page the hall's version and routes (method and path by name), generated from the contract at build
// time, so that neither is written twice and no schema is shipped to the browser.
import type { Plugin } from "vite";
import { routes } from "../../src/contract/api/api.ts";
import about from "../../package.json" with { type: "json" };

const name = "virtual:routes";

export function routesPlugin(): Plugin {
  const table = Object.fromEntries(
    Object.entries(routes).map(([route, { method, path }]) => [route, { method, path }]),
  );
  return {
    name: "guild-hall-routes",
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) =>
      id === `\0${name}`
        ? `export const table = ${JSON.stringify(table)};\nexport const version = ${JSON.stringify(about.version)};\n`
        : null,
  };
}
