// Finds out once, by trying, how this member's sessions are contained, and maps paths to what claude sees.
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { isAbsolute, join } from "node:path";
import { bubblewrapCommand } from "./bubblewrap.ts";
import { socketName } from "./relay.ts";

export interface Containment {
  sandbox: "bubblewrap" | "none";
  /**
   * Neither mode ever asks a person. Bypassing permissions is only for a process that the operating system contains.
   */
  permissionMode: "bypassPermissions" | "dontAsk";
  /**
   * Returns the paths of one session as claude sees them. `directory` is the session's own and holds `cwd` and `home`.
   */
  place(directory: string): Place;
}

export interface Place {
  home: string;
  /**
   * The socket of the relay, which forwards claude's requests to the model; `null` if the relay listens on
   * loopback.
   */
  socket: string | null;
  path: string;
  command(claude: string, args: readonly string[]): { file: string; args: string[] };
}

/** Looks for bwrap and setpriv in the given PATH. */
export async function findContainment(path: string): Promise<Containment> {
  const bwrap = process.platform === "linux" ? findProgram("bwrap", path) : undefined;
  if (bwrap !== undefined && (await works(trial(bwrap)))) return inBubblewrap(bwrap);
  const setpriv = findProgram("setpriv", path);
  const dying = ["--pdeathsig", "KILL", "--"];
  if (setpriv === undefined || !(await works({ file: setpriv, args: [...dying, "true"] })))
    return asProcess(path, []);
  return asProcess(path, [setpriv, ...dying]);
}

function inBubblewrap(bwrap: string): Containment {
  const inside = { cwd: "/job/cwd", home: "/job/home", socket: `/job/${socketName}`, claude: "/job/claude" };
  return {
    sandbox: "bubblewrap",
    permissionMode: "bypassPermissions",
    place: (directory) => ({
      home: inside.home,
      socket: inside.socket,
      path: "/usr/local/bin:/usr/bin:/bin",
      command: (claude, args) =>
        bubblewrapCommand({
          bwrap,
          binds: [
            { from: join(directory, "cwd"), to: inside.cwd },
            { from: claude, to: inside.claude },
            { from: join(directory, socketName), to: inside.socket, isSocket: true },
          ],
          memory: ["/tmp", inside.home],
          chdir: inside.cwd,
          program: inside.claude,
          args,
        }),
    }),
  };
}

/**
 * Runs claude without a sandbox. Only claude's own permission check then keeps its reads within its
 * directory.
 */
function asProcess(path: string, dying: readonly string[]): Containment {
  return {
    sandbox: "none",
    permissionMode: "dontAsk",
    place: (directory) => ({
      home: join(directory, "home"),
      socket: null,
      path,
      command: (claude, args) => {
        const [file = claude, ...rest] = [...dying, claude, ...args];
        return { file, args: rest };
      },
    }),
  };
}

function trial(bwrap: string) {
  return bubblewrapCommand({
    bwrap,
    binds: [],
    memory: ["/tmp"],
    chdir: "/",
    program: "/bin/true",
    args: [],
  });
}

function findProgram(name: string, path: string): string | undefined {
  return path
    .split(":")
    .filter(isAbsolute)
    .map((directory) => join(directory, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function works({ file, args }: { file: string; args: string[] }): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: "ignore", timeout: 10_000 });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}
