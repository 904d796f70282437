/// <reference types="vite/client" />
// Generated from src/contract by the build: see scripts/page/routes-plugin.ts.
declare module "virtual:routes" {
  export const table: Readonly<Record<string, { method: string; path: string }>>;
  /** The release that this page was built with. */
  export const version: string;
}
