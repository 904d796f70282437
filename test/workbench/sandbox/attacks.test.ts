// A worker that does whatever an attacker says, inside the real sandbox. Each attack is also run with the part
// of the command line that stops it taken away, where it must succeed: a guard that nothing depends on is none.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { type Change, clearGround, type Ground, layGround, runAsOrdinary, runInside } from "./inside.ts";
import { isWithoutSandbox, probe } from "./usable.ts";

interface Attack {
  name: string;
  /** Succeeds (code 0) when the attack does. */
  script(ground: Ground): string;
  control: Change | ((ground: Ground) => Change);
  /** Only root is given what the guard takes away. */
  rootOnly?: true;
  /** Whether this machine has what the attack is after; without it there is nothing to control. */
  isThere?(): boolean;
}

/** add_key, request_key, keyctl, by their numbers: of the person's own session keyring (-3). */
const keyctl = process.arch === "arm64" ? 219 : 250;
const askForKeyring = `perl -e 'exit(syscall(${keyctl}, 0, -3, 0) < 0 ? 1 : 0)'`;

/** By their numbers on x86-64 and arm64. Called with nonsense they fail in another way than by not being allowed. */
const refusedCalls: Record<string, readonly [number, number]> = {
  perf_event_open: [298, 241],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_register: [427, 427],
};

const asUidZero = {
  drop: [
    ["--uid", "1000"],
    ["--gid", "1000"],
  ],
  add: ["--uid", "0", "--gid", "0"],
};
const withCapabilities = {
  drop: [...asUidZero.drop, ["--cap-drop", "ALL"], ["--disable-userns"]],
  add: asUidZero.add,
};

/** In several files: none is larger than one may be. */
const fillMemory = (directory: string) =>
  `for i in {1..10}; do head -c 7900000 /dev/zero > ${directory}/$i || exit 1; done`;

let server: Server;
let ground: Ground;

/** Where programs below /usr/local and /usr keep their settings, as far as this machine has it. */
const settingsAttacks = ["/usr/local/etc", "/usr/etc"]
  .filter((path) => existsSync(path))
  .flatMap((path): Attack[] => [
    {
      name: `see the settings of programs in ${path}`,
      script: () => `test "$(stat -f -c %T ${path})" != tmpfs`,
      control: {
        drop: [
          ["--size", "65536", "--tmpfs", path],
          ["--remount-ro", path],
        ],
      },
    },
    {
      name: `write where those of ${path} would be`,
      script: () => `touch ${path}/x`,
      control: { drop: [["--remount-ro", path]] },
    },
  ]);

const attacks: Attack[] = [
  ...settingsAttacks,
  {
    name: "see the machine's passwords",
    script: () => "test -e /etc/shadow",
    control: { add: ["--ro-bind", "/etc", "/etc"] },
  },
  {
    name: "see the private keys of the machine's services",
    script: () => "test -e /etc/ssl/private",
    control: { add: ["--ro-bind", "/etc", "/etc"] },
    isThere: () => existsSync("/etc/ssl/private"),
  },
  {
    name: "use the keyring of the person who started the hall",
    script: () => askForKeyring,
    control: { drop: [["--seccomp", "3"]] },
    isThere: () => spawnSync("sh", ["-c", askForKeyring]).status === 0,
  },
  ...Object.entries(refusedCalls).map(([name, numbers]): Attack => {
    const script = `perl -e '$! = 0; syscall(${numbers[process.arch === "arm64" ? 1 : 0]}, ${name === "userfaultfd" ? 1 : 0}, 0, 0, 0, 0); exit($! == 1 || $! == 38 ? 1 : 0)'`;
    return {
      name: `make the system call ${name}`,
      script: () => script,
      control: { drop: [["--seccomp", "3"]] },
      isThere: () => spawnSync("sh", ["-c", script]).status === 0,
    };
  }),
  {
    name: "see root's home",
    script: () => "test -e /root",
    control: { add: ["--dir", "/root"] },
  },
  {
    name: "see another commission",
    script: ({ secret }) => `test -e ${secret}`,
    control: ({ secret }) => ({ add: ["--ro-bind", secret, secret] }),
  },
  {
    name: "see the sockets of the machine's services",
    script: () => 'test -n "$(ls -A /run)"',
    control: { drop: [["--size", "67108864", "--tmpfs", "/run"]], add: ["--ro-bind", "/run", "/run"] },
  },
  {
    name: "reach a server on the machine's loopback",
    script: () => `exec 3<>/dev/tcp/127.0.0.1/${(server.address() as AddressInfo).port}`,
    control: { drop: [["--unshare-net"]] },
  },
  {
    name: "find a network interface beside its own loopback",
    script: () => "tail -n +3 /proc/net/dev | grep -qv ' lo:'",
    control: { drop: [["--unshare-net"]] },
  },
  {
    name: "see the machine's processes",
    script: () => `grep -qa test /proc/${process.pid}/cmdline`,
    control: { drop: [["--unshare-pid"]] },
  },
  {
    name: "be root",
    script: () => 'test "$(id -u)" = 0',
    control: asUidZero,
  },
  {
    name: "hold a capability",
    script: () => "grep -q 'CapEff:.*[1-9a-f]' /proc/self/status",
    control: withCapabilities,
    rootOnly: true,
  },
  {
    name: "gain a capability by way of a set-uid program",
    script: () => "grep -q 'CapBnd:.*[1-9a-f]' /proc/self/status",
    control: withCapabilities,
    rootOnly: true,
  },
  {
    name: "remount a read-only part as writable",
    script: () => "mount -o remount,rw,bind /usr",
    control: withCapabilities,
    rootOnly: true,
  },
  {
    name: "open the kernel's settings for writing",
    script: () => ": >> /proc/sys/kernel/core_pattern",
    control: { ...asUidZero, drop: [...asUidZero.drop, ["--ro-bind", "/proc/sys", "/proc/sys"]] },
    rootOnly: true,
  },
  {
    name: "become root in a user namespace of its own",
    script: () => "unshare --user --map-root-user true",
    control: { drop: [["--disable-userns"]] },
  },
  {
    name: "fill the machine's memory with files that are kept in it",
    script: () => fillMemory("/dev/shm"),
    control: {
      drop: [
        ["--size", "67108864", "--tmpfs", "/dev/shm"],
        ["--remount-ro", "/dev"],
      ],
    },
  },
  {
    name: "do so under the name of a service",
    script: () => fillMemory("/run"),
    control: { drop: [["--size", "67108864", "--tmpfs", "/run"]], add: ["--tmpfs", "/run"] },
  },
  {
    name: "do so beside the devices",
    script: () => "touch /dev/a",
    control: { drop: [["--remount-ro", "/dev"]] },
  },
  {
    name: "have a core written of what it runs",
    script: () => 'test "$(ulimit -Hc)" != 0',
    control: { drop: [["--core=0"]], add: [] },
    isThere: () =>
      spawnSync("bash", ["-c", 'test "$(ulimit -Hc)" != 0']).status === 0 && probe.tools.prlimit !== null,
  },
  {
    name: "write a file of more than it may",
    script: () => "head -c 9000000 /dev/zero > /tmp/large",
    control: { drop: [["--fsize=8000000"]] },
    isThere: () => probe.tools.prlimit !== null,
  },
  {
    name: "write beside its own directories",
    script: () => "touch /gh/planted",
    control: { drop: [["--remount-ro", "/"]] },
  },
];

describe.skipIf(isWithoutSandbox)("inside the sandbox a worker cannot", () => {
  beforeAll(async () => {
    ground = layGround({ bounds: { fileBytes: 8_000_000, processes: 30 } });
    server = createServer((socket) => socket.end()).on("connection", (socket) => socket.on("error", () => 0));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.close();
    clearGround(ground);
  });

  test("do without a sandbox where one is required", () => expect(probe.level).toBe("bubblewrap"));

  for (const attack of attacks) {
    test(attack.name, async () => {
      const run = await runInside(ground, { script: `echo in; ${attack.script(ground)}` });
      expect(run.stdout).toStartWith("in"); // the script ran: it is the attack that failed
      expect(run.code).not.toBe(0);
    });
    const isOutOfReach = attack.rootOnly === true && process.getuid?.() !== 0;
    test.skipIf(isOutOfReach || attack.isThere?.() === false)(
      `${attack.name}; without the guard it can`,
      async () => {
        const change = typeof attack.control === "function" ? attack.control(ground) : attack.control;
        const run = await runInside(ground, { script: attack.script(ground), change });
        expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
      },
    );
  }
});

describe.skipIf(isWithoutSandbox)("inside the sandbox a worker", () => {
  test("works in its directory, its home and its temporary directory", async () => {
    const own = layGround();
    const run = await runInside(own, {
      script: "pwd; touch /gh/work/a /gh/home/a /gh/config/a /tmp/a && ls",
    });
    clearGround(own);
    expect(run.stdout).toBe("/gh/work\na\n");
  });

  test("that was granted reading only is refused writing by the kernel", async () => {
    const own = layGround({ readOnlyWork: true });
    const run = await runInside(own, { script: "touch /gh/work/a" });
    clearGround(own);
    expect(run.stderr).toContain("Read-only file system");
  });

  const isCounted = probe.tools.prlimit !== null && probe.tools.setpriv !== null;
  test.skipIf(!isCounted)("of an ordinary user starts no more processes than it may", async () => {
    // Where another user can go: the tests' own directory is closed to others.
    const own = layGround({ bounds: { fileBytes: null, processes: 30 } }, "/var/tmp");
    const script = "for i in {1..40}; do sleep 2 & done";
    const refused = await runAsOrdinary(own, { script });
    const control = await runAsOrdinary(own, { script, change: { drop: [["--nproc=30"]] } });
    clearGround(own);
    expect(refused.stderr).toContain("Resource temporarily unavailable");
    expect(control.stderr).toBe("");
  });

  test("runs as an ordinary user on a machine called guild", async () => {
    const own = layGround();
    const run = await runInside(own, { script: "id -u; id -g; cat /proc/sys/kernel/hostname" });
    clearGround(own);
    expect(run.stdout).toBe("1000\n1000\nguild\n");
  });
});
