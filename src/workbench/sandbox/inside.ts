// Where things are inside the sandbox: the same for every commission, so that a worker's paths say nothing of the machine.
// A worker that reads /proc there still learns where the kernel has the mounts from.
export const inside = {
  work: "/gh/work",
  home: "/gh/home",
  config: "/gh/config",
  tmp: "/tmp",
  socket: "/gh/gateway.sock",
  claude: "/gh/bin/claude",
  /** The way out of a set-up that may use the network: its socket, and what leads its connections there. */
  wayOut: "/gh/out.sock",
  forwarder: "/gh/bin/forward.ts",
  runtime: "/gh/bin/runtime",
  /** What is shown of a project's repository. */
  repository: "/gh/repository",
} as const;

/** Where the forwarder listens, on a loopback that the sandbox has for itself. */
export const forwarderPort = 3128;
