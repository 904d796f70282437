// Finds the program that opens a browser here, or says why there is none.

export interface OpenerSearch {
  platform: string;
  env: Readonly<Record<string, string | undefined>>;
  find(name: string): string | undefined;
}

export type FoundOpener = { program: string } | { missing: string };

export function findOpener({ platform, env, find }: OpenerSearch): FoundOpener {
  const isWindowsBelow = env["WSL_DISTRO_NAME"] !== undefined;
  const hasDisplay = isWindowsBelow || platform === "darwin" || isSet(env, ["DISPLAY", "WAYLAND_DISPLAY"]);
  if (!hasDisplay) return { missing: "There is no display here that a browser could open on." };
  const names = platform === "darwin" ? ["open"] : isWindowsBelow ? ["wslview", "xdg-open"] : ["xdg-open"];
  const program = names.map(find).find((found) => found !== undefined);
  return program === undefined
    ? { missing: `No program that opens a browser is on the PATH: ${names.join(" or ")}.` }
    : { program };
}

function isSet(env: OpenerSearch["env"], names: readonly string[]): boolean {
  return names.some((name) => (env[name] ?? "") !== "");
}
