// Where things are inside the sandbox: the same for every commission, so that nothing of the machine's paths is told.
export const inside = {
  work: "/gh/work",
  home: "/gh/home",
  config: "/gh/config",
  tmp: "/tmp",
  socket: "/gh/gateway.sock",
  claude: "/gh/bin/claude",
  /** What is shown of a project's repository. */
  repository: "/gh/repository",
} as const;
