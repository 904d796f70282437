// What the HTTP door asks about the work that a commission left: its changes and its files.
import type { z } from "zod";
import type { ArtifactContent, ArtifactList, artifactQuery } from "../../contract/commission/artifacts.ts";
import type {
  CommissionConflict,
  CommissionDiff,
  diffQuery,
  PatchSummary,
} from "../../contract/commission/diff.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Refusal } from "../../contract/api/problem.ts";

export interface ReviewOperations {
  diff(
    id: CommissionId,
    query: z.output<typeof diffQuery>,
  ): Promise<{ ok: true; diff: CommissionDiff } | Refusal>;
  /** Reading the stream, or cancelling it, lets go of the patch. */
  patch(
    id: CommissionId,
    query: z.output<typeof diffQuery>,
  ): Promise<{ ok: true; summary: PatchSummary; stream: ReadableStream<Uint8Array<ArrayBuffer>> } | Refusal>;
  conflict(
    id: CommissionId,
    query: z.output<typeof diffQuery>,
  ): Promise<{ ok: true; conflict: CommissionConflict } | Refusal>;
  artifacts(id: CommissionId): Promise<{ ok: true; list: ArtifactList } | Refusal>;
  artifact(
    id: CommissionId,
    query: z.output<typeof artifactQuery>,
  ): Promise<{ ok: true; content: ArtifactContent } | Refusal>;
}
