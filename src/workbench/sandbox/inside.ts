// Defines the paths inside the sandbox. They are the same for every commission, so that a worker's paths
// reveal nothing about the machine. But a worker that reads /proc can still see which of the machine's paths
// are mounted.
export const inside = {
  work: "/gh/work",
  home: "/gh/home",
  config: "/gh/config",
  tmp: "/tmp",
  socket: "/gh/gateway.sock",
  claude: "/gh/bin/claude",
  /**
   * For a set-up command that may use the network: the socket of its proxy, and the program that forwards
   * connections there.
   */
  wayOut: "/gh/out.sock",
  forwarder: "/gh/bin/forward.ts",
  runtime: "/gh/bin/runtime",
  /** The certificates that a set-up command trusts. */
  certificates: "/gh/certificates.pem",
  /** The files that people attached to the commission. */
  attachments: "/gh/attachments",
  /** The skills of a project. */
  skills: "/gh/skills",
  /** The parts of a project's repository that are mounted. */
  repository: "/gh/repository",
} as const;

/** The port of the forwarder on the sandbox's own loopback. */
export const forwarderPort = 3128;
