/// <reference types="vite/client" />
// Made by the build of src/contract: see scripts/page/routes-plugin.ts.
declare module "virtual:routes" {
  export const table: Readonly<Record<string, { method: string; path: string }>>;
  /** The release that this page was built with. */
  export const version: string;
}
