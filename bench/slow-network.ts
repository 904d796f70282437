// Creates a network namespace with one rate-limited link to this machine, with `ip netns` and `tc`. Needs
// root.
import { spawnSync } from "node:child_process";

export interface SlowNetwork {
  /** The address at the far end of the link. */
  address: string;
  /** The command prefix that runs a program there. */
  within: readonly string[];
  remove(): void;
}

/** Opens the network; `null` if this machine does not allow it. */
export function openSlowNetwork(rate: string): SlowNetwork | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const name = `ghb${process.pid % 100_000}`;
  const [near, far] = [`${name}a`, `${name}b`];
  const net = `10.231.${process.pid % 250}`;
  const remove = () => {
    ip("link", "del", near);
    ip("netns", "del", name);
  };
  const steps = [
    ip("netns", "add", name),
    ip("link", "add", near, "type", "veth", "peer", "name", far),
    ip("link", "set", far, "netns", name),
    ip("addr", "add", `${net}.1/24`, "dev", near),
    ip("link", "set", near, "up"),
    ip("-n", name, "addr", "add", `${net}.2/24`, "dev", far),
    ip("-n", name, "link", "set", far, "up"),
    ip("-n", name, "link", "set", "lo", "up"),
    run(
      "tc",
      "-n",
      name,
      "qdisc",
      "add",
      "dev",
      far,
      "root",
      "tbf",
      "rate",
      rate,
      "burst",
      "512kb",
      "latency",
      "50ms",
    ),
  ];
  if (steps.every(Boolean)) return { address: `${net}.2`, within: ["ip", "netns", "exec", name], remove };
  remove();
  return null;
}

const ip = (...args: string[]): boolean => run("ip", ...args);

function run(file: string, ...args: string[]): boolean {
  return spawnSync(file, args, { stdio: "ignore" }).status === 0;
}
