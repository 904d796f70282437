// Foretells the first request of the next session, so that a spare can send it to `claude` ahead. Two sessions for the
// same work that began alike make it likely that the next one does, too. A wrong guess costs time and nothing else,
// because the spare compares it with what the session sends.
import { isDeepStrictEqual } from "node:util";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { latestRequest, type SpareWork } from "../../contract/home/spare.ts";
import type { Disk } from "../../host/files/disk.ts";

interface Work {
  commission: CommissionId;
  work: SpareWork;
}

export interface Foretelling {
  /** Says which commission has begun. */
  begins(latest: Work): void;
  /** Returns the request, as JSON; `null` if it cannot be foretold. */
  firstRequest(work: SpareWork): Promise<string | null>;
  /** Forgets earlier sessions, because the next one will begin otherwise. */
  forget(): void;
}

export interface ForetellingDeps {
  home: Pick<HomeLayout, "firstRequest">;
  disk: Pick<Disk, "readText">;
}

interface Begun extends Work {
  content: string;
  /** True if the session before it began alike. */
  isRepeated: boolean;
}

interface State {
  latest: Work | null;
  begun: Begun | null;
}

export function createForetelling(deps: ForetellingDeps): Foretelling {
  const state: State = { latest: null, begun: null };
  return {
    begins: (latest) => void (state.latest = latest),
    firstRequest: async (work) => {
      await learn(deps, state);
      const { begun } = state;
      return begun?.isRepeated && isDeepStrictEqual(begun.work, work) ? begun.content : null;
    },
    forget: () => {
      state.latest = null;
      state.begun = null;
    },
  };
}

/** Reads how the latest session began, once. */
async function learn({ home, disk }: ForetellingDeps, state: State): Promise<void> {
  const { latest, begun } = state;
  if (latest === null || latest.commission === begun?.commission) return;
  const content = contentFor(await disk.readText(home.firstRequest), latest);
  if (content === null || state.latest !== latest) return;
  const isRepeated = begun?.content === content && isDeepStrictEqual(begun.work, latest.work);
  state.begun = { ...latest, content, isRepeated };
}

/** Returns `null` if the file is about another commission, or unreadable. */
function contentFor(text: string | undefined, { commission }: Work): string | null {
  try {
    const { data } = latestRequest.safeParse(JSON.parse(text ?? "null"));
    return data?.commission === commission ? data.content : null;
  } catch {
    return null;
  }
}
