// Reports changes in a directory: content, names and removals. The system reports them, so nothing is polled.
import { watch } from "node:fs";

export interface DirectoryWatchOrder {
  directory: string;
  /** Called with the name of the entry that changed; `null` if the system did not say which. */
  changed(name: string | null): void;
  /** Called when watching has ended, or could not begin. */
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
