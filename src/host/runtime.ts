// The runtime and machine we run on: our own program file for the processes we start, and the way to the network.

export const runtimeFile: string = process.execPath;
export const runtimeVersion: string = Bun.version;

export const machine: { platform: string; arch: string; isRoot: boolean } = {
  platform: process.platform,
  arch: process.arch,
  isRoot: process.getuid?.() === 0,
};

export const systemFetch: typeof globalThis.fetch = globalThis.fetch;
