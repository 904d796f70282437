// Shares one sync of a directory between concurrent callers. A caller's sync must begin after its change, so a caller
// that asks while a sync runs waits for the next one.

export type Sync = (path: string) => Promise<void>;

interface Syncing {
  running: Promise<void>;
  /** The sync that begins when the running one is over, shared by all callers that asked meanwhile. */
  next: Promise<void> | null;
}

export function createSharedSync(sync: Sync): Sync {
  const syncings = new Map<string, Syncing>();
  const begin = (path: string): Promise<void> => {
    const syncing: Syncing = { running: sync(path), next: null };
    syncings.set(path, syncing);
    const forget = () => {
      if (syncing.next === null) syncings.delete(path);
    };
    syncing.running.then(forget, forget);
    return syncing.running;
  };
  return (path) => {
    const syncing = syncings.get(path);
    if (!syncing) return begin(path);
    syncing.next ??= syncing.running.catch(() => undefined).then(() => begin(path));
    return syncing.next;
  };
}
