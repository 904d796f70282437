// Finds the `claude` program, which comes inside the SDK's package for this platform.
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

export interface Platform {
  platform: string;
  arch: string;
}

/** Returns the path of `claude`. `undefined` if the optional package for this platform is not installed. */
export function findClaude(platform: Platform): string | undefined {
  return claudePackages(platform)
    .map(fileInPackage)
    .find((file) => file !== undefined);
}

/**
 * Lists the packages to try. On a machine with glibc the musl package comes second, because both may be
 * installed.
 */
function claudePackages({ platform, arch }: Platform): string[] {
  const base = `@anthropic-ai/claude-agent-sdk-${platform}-${arch}`;
  const musl = `${base}-musl`;
  if (platform !== "linux") return [base];
  return existsSync(`/lib/ld-musl-${arch === "x64" ? "x86_64" : "aarch64"}.so.1`)
    ? [musl, base]
    : [base, musl];
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
