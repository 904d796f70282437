// Runs a shell script under strace in its own network namespace, which has only loopback, and records every address
// that any of its processes tries to reach.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findExecutable, runBriefly } from "../../src/host/processes/children.ts";
import { systemClock } from "../../src/host/clock.ts";

const path = `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin`;
const calls = "connect,bind,listen,getsockname,sendto,sendmsg,sendmmsg,io_uring_setup";

/** Says why the network cannot be watched here; `null` if it can. */
export const whyUnwatched: string | null = reason();

function reason(): string | null {
  for (const name of ["unshare", "ip", "strace"])
    if (findExecutable(name, path) === undefined) return `${name} is not installed`;
  const trial = spawnSync(
    "unshare",
    ["-rn", "sh", "-c", "ip link set lo up && strace -f -o /dev/null true"],
    {
      env: { PATH: path },
      encoding: "utf8",
    },
  );
  return trial.status === 0 ? null : `no network namespace with strace in it: ${trial.stderr.trim()}`;
}

export interface Watched {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Every internet address contacted, as `address:port`. */
  contacts: string[];
  /** Loopback ports that a process listened on. */
  ports: number[];
  /** Every internet address that a process bound, without the port. */
  doors: string[];
  /** Unix sockets that were connected to. */
  sockets: string[];
  /** System calls whose effects strace does not show (io_uring). */
  unseen: string[];
}

export interface Watch {
  directory: string;
  /** Runs in the namespace under strace. */
  script: string;
  /** Runs beside the script, without strace, and is killed after it. The script waits until it prints `ready`. */
  beside?: string;
  env: Record<string, string>;
}

/**
 * The shell script inside the namespace. $WATCHED runs with the caller's environment; strace and the other tools are
 * found by the PATH in $TOOLS.
 */
const around = `
  PATH=$TOOLS ip link set lo up || exit 99
  if [ -n "$BESIDE" ]; then
    sh -c "$BESIDE" >"$TRACE.beside" & beside=$!
    until grep -qs ready "$TRACE.beside"; do PATH=$TOOLS sleep 0.05; done
  fi
  PATH=$TOOLS strace -f --seccomp-bpf -qq -s 8 -e signal=none -e trace=${calls} -o "$TRACE" \
    env -u TOOLS -u BESIDE -u WATCHED -u TRACE PATH="$PATH" sh -c "$WATCHED"
  code=$?
  [ -n "$BESIDE" ] && kill $beside
  exit $code
`;

export async function watchNetwork({ directory, script, beside, env }: Watch): Promise<Watched> {
  const trace = join(directory, "trace");
  const run = await runBriefly(
    {
      file: findExecutable("unshare", path) ?? "unshare",
      args: ["-rn", "sh", "-c", around],
      cwd: directory,
      env: { PATH: path, ...env, TOOLS: path, TRACE: trace, WATCHED: script, BESIDE: beside ?? "" },
    },
    { clock: systemClock, limitMs: 60_000 },
  );
  return {
    code: run.code,
    stdout: run.stdout,
    stderr: run.stderr,
    ...readTrace(readFileSync(trace, "utf8")),
  };
}

type Seen = Omit<Watched, "code" | "stdout" | "stderr">;

export function readTrace(text: string): Seen {
  const lines = text.split("\n");
  const turnedTo = lines.filter((line) => /^\d+ +(connect|sendto|sendmsg|sendmmsg)\(/.test(line));
  const bound = lines.filter((line) => /^\d+ +bind\(/.test(line));
  return {
    contacts: unique(turnedTo.flatMap((line) => addressIn(line) ?? [])),
    ports: listeningPorts(lines),
    doors: unique(bound.flatMap((line) => addressIn(line)?.replace(/:\d+$/, "") ?? [])),
    sockets: unique(turnedTo.flatMap((line) => /sun_path=@?"([^"]*)"/.exec(line)?.[1] ?? [])),
    unseen: lines.filter((line) => line.includes("io_uring_setup(") && !line.includes("= -1")),
  };
}

const unique = (values: string[]) => [...new Set(values)].sort();

function addressIn(line: string): string | undefined {
  const port = /sin6?_port=htons\((\d+)\)/.exec(line)?.[1];
  const address = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(line);
  return port === undefined ? undefined : `${address?.[1] ?? address?.[2] ?? "?"}:${port}`;
}

/**
 * Returns the ports that processes listened on. The kernel assigns the port, so it shows only in the process's later
 * call that asks for it.
 */
function listeningPorts(lines: readonly string[]): number[] {
  const listening = new Set<string>();
  const ports = new Set<number>();
  for (const line of lines) {
    const [, pid, call, descriptor] = /^(\d+) +(listen|getsockname|bind)\((\d+)/.exec(line) ?? [];
    if (call === "bind") listening.delete(`${pid} ${descriptor}`);
    if (call === "listen") listening.add(`${pid} ${descriptor}`);
    const port = /sin_port=htons\((\d+)\)/.exec(line)?.[1];
    if (call === "getsockname" && port !== undefined && listening.has(`${pid} ${descriptor}`))
      ports.add(Number(port));
  }
  return [...ports].sort((a, b) => a - b);
}
