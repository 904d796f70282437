// The part of the client that is about the work of a commission: its changes and its files.
import { routes } from "../contract/api/api.ts";
import type { ArtifactContent, ArtifactList } from "../contract/commission/artifacts.ts";
import type { CommissionConflict, CommissionDiff } from "../contract/commission/diff.ts";
import type { CommissionId } from "../contract/home/ids.ts";
import { type Patch, readPatch } from "./patch.ts";
import { type Line, send } from "./send.ts";

export interface ReviewClient {
  diff(
    id: CommissionId,
    query?: { path?: string | undefined },
    signal?: AbortSignal,
  ): Promise<CommissionDiff>;
  patch(id: CommissionId, query?: { path?: string | undefined }, signal?: AbortSignal): Promise<Patch>;
  conflict(
    id: CommissionId,
    query?: { path?: string | undefined },
    signal?: AbortSignal,
  ): Promise<CommissionConflict>;
  artifacts(id: CommissionId, signal?: AbortSignal): Promise<ArtifactList>;
  artifact(
    id: CommissionId,
    query: { path: string; from?: number; maxBytes?: number },
    signal?: AbortSignal,
  ): Promise<ArtifactContent>;
}

export function createReviewClient(line: Line): ReviewClient {
  return {
    diff: (id, query = {}, signal) => send(line, { route: routes.diff, id, query, signal }),
    patch: (id, query = {}, signal) => readPatch(line, { id, query, signal }),
    conflict: (id, query = {}, signal) => send(line, { route: routes.conflict, id, query, signal }),
    artifacts: (id, signal) => send(line, { route: routes.artifacts, id, signal }),
    artifact: (id, query, signal) => send(line, { route: routes.artifact, id, query, signal }),
  };
}
