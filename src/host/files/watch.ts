// A hint that something in a directory has a new content, name or absence. Nothing runs while nothing happens there.
import { watch } from "node:fs";

export interface WatchOrder {
  directory: string;
  /** null: the system did not say which. */
  changed(name: string | null): void;
  /** The hints have ended, or never began. */
  failed(error: unknown): void;
}

export interface Watch {
  close(): void;
}

export type WatchDirectory = (order: WatchOrder) => Watch;

export const watchDirectory: WatchDirectory = ({ directory, changed, failed }) => {
  try {
    const watcher = watch(directory, (_event, name) => changed(name));
    watcher.on("error", failed);
    return watcher;
  } catch (error) {
    failed(error);
    return { close: () => undefined };
  }
};
