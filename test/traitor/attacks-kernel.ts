// Attacks on the sandbox itself and on the machine below it.
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { type Attack, type Harm, killsBystander, shell } from "./attack.ts";

const corePattern = "/proc/sys/kernel/core_pattern";
const before = { core: readOr(corePattern), hostname: hostname() };

const changesCore: Harm = () =>
  readOr(corePattern) === before.core ? null : "the kernel's core_pattern was changed";
const renames: Harm = () => (hostname() === before.hostname ? null : "the machine was renamed");

const x64 = process.arch !== "arm64";
const call = (number: number, args: string) => `perl -e 'exit(syscall(${number}, ${args}) < 0 ? 1 : 0)'`;

export const kernelAttacks: Attack[] = [
  shell("be root", { script: () => 'test "$(id -u)" = 0' }),
  shell("hold a capability", { script: () => "grep -E 'Cap(Eff|Prm|Bnd|Amb):.*[1-9a-f]' /proc/self/status" }),
  shell("mount a file system", { script: () => "mkdir -p /tmp/m && mount -t tmpfs none /tmp/m" }),
  shell("mount the disk", {
    script: () => "mkdir -p /tmp/d && mount /dev/vda /tmp/d || mount /dev/sda1 /tmp/d",
  }),
  shell("make a read-only part writable", {
    script: () => "mount -o remount,rw,bind /usr && touch /usr/planted",
  }),
  shell("take a mask away", { script: () => "umount -l /proc/sys || umount -l /run" }),
  shell("change its root", {
    script: () => "mkdir -p /tmp/r && chroot /tmp/r true || pivot_root /tmp/r /tmp/r",
  }),
  shell("have its own programs run when another crashes", {
    script: () => `echo '|/gh/work/evil' > ${corePattern}`,
    harm: changesCore,
  }),
  shell("change a setting of the kernel", { script: () => "echo 0 > /proc/sys/kernel/randomize_va_space" }),
  shell("press the kernel's magic key", {
    script: () => "test -w /proc/sysrq-trigger && echo h > /proc/sysrq-trigger",
  }),
  shell("become root in a user namespace", { script: () => "unshare --user --map-root-user true" }),
  shell("do so by the system call itself", { script: () => call(x64 ? 272 : 97, "0x10000000") }),
  shell("have mounts of its own", { script: () => "unshare --mount true" }),
  shell("have a network of its own", { script: () => "unshare --net true" }),
  shell("enter the namespaces of the first process", { script: () => "nsenter --target 1 --all true" }),
  shell("enter the machine's namespaces by its links", { script: () => "nsenter --net=/proc/1/ns/net true" }),
  shell("trace the hall", { script: ({ hall }) => call(x64 ? 101 : 117, `16, ${hall.pid}, 0, 0`) }),
  shell("load a program into the kernel", {
    script: () => call(x64 ? 321 : 280, '0, pack("LLLL", 1, 4, 4, 1), 16'),
  }),
  shell("reach the kernel past the filter", { script: () => call(425, "1, 0") }),
  shell("load a module", { script: () => `${call(x64 ? 175 : 105, "0, 0, 0")} || modprobe dummy` }),
  shell("restart the machine", {
    script: () =>
      "test -w /dev/initctl || test -S /run/systemd/private || reboot --force --force --no-wall < /dev/null",
    harm: killsBystander,
  }),
  shell("rename the machine", { script: () => "hostname traitor", harm: renames }),
  shell("set the clock", { script: () => 'date -s "2001-01-01"' }),
  shell("raise its own limits", { script: () => "ulimit -Hc unlimited" }),
  shell("come before everybody else", {
    script: () => "nice -n -20 true 2>&1 | grep -q . && exit 1 || nice -n -20 nice | grep -- -20",
  }),
  shell("gain rights by a set-uid program", { script: () => "su root -c true < /dev/null" }),
  shell("make a set-uid program of its own that works", {
    script: () => "cp /bin/bash /tmp/su && chmod u+s /tmp/su && test \"$(/tmp/su -p -c 'id -u')\" = 0",
  }),
  shell("make a device", { script: () => "mknod /tmp/disk b 254 0 && head -c 1 /tmp/disk" }),
  shell("read the machine's memory", {
    script: () => "head -c 1 /dev/mem || head -c 1 /dev/kmem || head -c 1 /proc/kcore",
  }),
  shell("read the machine's disk", {
    script: () => "cat /dev/vda /dev/sda /dev/nvme0n1 2> /dev/null | head -c 1 | grep -qa .",
  }),
  shell("read the kernel's messages", { script: () => "head -c 1 /dev/kmsg || dmesg | grep ." }),
  shell("type into a terminal", {
    script: () =>
      `test -r /dev/tty && perl -e 'open(my $t, "+<", "/dev/tty") or exit 1; exit(ioctl($t, 0x5412, "x") ? 0 : 1)'`,
  }),
  shell("end the hall", { script: ({ hall }) => `kill -9 ${hall.pid}`, harm: killsBystander }),
  shell("end a bystander", { script: ({ bystander }) => `kill -9 ${bystander.pid}`, harm: killsBystander }),
];

function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
