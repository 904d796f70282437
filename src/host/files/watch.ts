// Reports changes in a directory: content, names and removals. Nothing runs while nothing happens there.
import { watch } from "node:fs";

export interface DirectoryWatchOrder {
  directory: string;
  /** `null` if the system did not say which. */
  changed(name: string | null): void;
  /** Watching has ended, or never began. */
  failed(error: unknown): void;
}

export interface DirectoryWatch {
  close(): void;
}

export type WatchDirectory = (order: DirectoryWatchOrder) => DirectoryWatch;

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
