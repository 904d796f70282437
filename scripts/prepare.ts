// Builds the programs and the page. Without the development packages (`--omit=dev`) it builds no page, and the hall's
// page says what to do.
import { createRequire } from "node:module";

await import("./build-programs.ts");
if (canBuildPage()) await import("./build-page.ts");
else console.error("The page is not built: its build needs the development packages (`npm ci`).");

function canBuildPage(): boolean {
  try {
    createRequire(import.meta.url).resolve("vite/package.json");
    return true;
  } catch {
    return false;
  }
}
