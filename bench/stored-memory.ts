// Fills a memory with many entries in three scopes, as workers would: several versions of up to a few hundred words.
import type { HomeLayout } from "../src/contract/home/home-layout.ts";
import { commissionId, packageName, projectName } from "../src/contract/home/ids.ts";
import { memoryKey, scopesOf } from "../src/contract/memory/memory.ts";
import { systemClock } from "../src/host/clock.ts";
import { systemDisk } from "../src/host/files/disk.ts";
import { newUuid } from "../src/host/ids.ts";
import { systemLocks } from "../src/host/processes/locks.ts";
import { plainFiles } from "../src/host/files/plain-files.ts";
import { createMemoryStore } from "../src/store/memory/memory-store.ts";

export const memoryOwner = { worker: packageName.parse("researcher"), project: projectName.parse("alpha") };

export async function fillMemory(
  home: HomeLayout,
  { entries, versions }: { entries: number; versions: number },
): Promise<void> {
  const store = createMemoryStore({
    home,
    disk: systemDisk,
    files: plainFiles,
    locks: systemLocks,
    clock: systemClock,
    warn: () => undefined,
  });
  const scopes = Object.values(scopesOf(memoryOwner.worker, memoryOwner.project)).filter(
    (scope) => scope !== null,
  );
  for (let version = 1; version <= versions; version += 1)
    for (let n = 0; n < entries; n += 1) {
      const scope = scopes[n % scopes.length];
      if (!scope) continue;
      await store.write({
        scope,
        key: memoryKey.parse(`note-${n}`),
        content: `# Note ${n}, version ${version}\n\n${"What was learnt is written down here in a line of its own.\n".repeat(2 + (n % 20))}`,
        by: { kind: "worker", worker: memoryOwner.worker, commission: commissionId.parse(newUuid()) },
        untrusted: n % 7 === 0,
        rehearsed: false,
      });
    }
}
