// Finds the claude program, which comes inside the SDK's package for this platform.
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Returns `undefined` if the optional package for this platform is not installed. */
export function findClaude(): string | undefined {
  return packageNames()
    .map(fileInPackage)
    .find((file) => file !== undefined);
}

function packageNames(): string[] {
  const base = `@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}`;
  if (process.platform !== "linux") return [base];
  const loader = `/lib/ld-musl-${process.arch === "x64" ? "x86_64" : "aarch64"}.so.1`;
  return existsSync(loader) ? [`${base}-musl`, base] : [base, `${base}-musl`];
}

function fileInPackage(name: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const file = join(dirname(manifest), "claude");
    return existsSync(file) ? realpathSync(file) : undefined;
  } catch {
    return undefined;
  }
}
