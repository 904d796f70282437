// Builds bubblewrap's command line. claude sees the system's programs and the job's own empty directory, both
// read-only. It writes only to directories in memory, and dies with this process. Instead of a network it has
// the socket of the relay, which forwards its requests to the model.
import { lstatSync, readlinkSync } from "node:fs";

export interface SandboxPlan {
  bwrap: string;
  /** Paths that are mounted besides the system's, read-only except for a socket. */
  binds: readonly { from: string; to: string; isSocket?: boolean }[];
  /** Writable directories in memory. */
  memory: readonly string[];
  chdir: string;
  program: string;
  args: readonly string[];
}

export function bubblewrapCommand(plan: SandboxPlan): { file: string; args: string[] } {
  return {
    file: plan.bwrap,
    args: [
      ...fixed,
      ...system(),
      ...settings.flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
      ...words("--proc /proc --ro-bind /proc/sys /proc/sys --dev /dev"),
      ...["/dev/shm", "/run", ...plan.memory].flatMap((path) => ["--size", memoryBytes, "--tmpfs", path]),
      ...plan.binds.flatMap(({ from, to, isSocket }) => [isSocket ? "--bind" : "--ro-bind", from, to]),
      ...words("--remount-ro / --chdir"),
      plan.chdir,
      "--",
      plan.program,
      ...plan.args,
    ],
  };
}

/** Limits each tmpfs, which could otherwise take half of the machine's memory. */
const memoryBytes = String(64 * 1024 * 1024);

/**
 * If this process is root, bubblewrap alone is no sandbox: capabilities would allow remounting, and uid 0 could write
 * /proc/sys.
 */
const fixed = words(
  "--die-with-parent --new-session --cap-drop ALL --unshare-user --disable-userns --uid 1000 --gid 1000 " +
    "--unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --unshare-net --hostname job",
);

/** The parts of /etc that claude sees. Never add all of /etc, which also holds keys and tokens. */
const settings = words(
  "alternatives group hosts ld.so.cache ld.so.conf ld.so.conf.d localtime nsswitch.conf os-release passwd ssl/certs",
);

function words(line: string): string[] {
  return line.split(" ");
}

function system(): string[] {
  const roots = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
  return ["--ro-bind", "/usr", "/usr", ...roots.flatMap(shown)];
}

/** Returns the options that show one system path: a symlink into /usr on a merged system, a directory on others. */
function shown(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return ["--symlink", readlinkSync(path), path];
  return found?.isDirectory() ? ["--ro-bind", path, path] : [];
}
