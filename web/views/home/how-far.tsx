// How far what came back can be trusted: its seal, or that it came to nothing.
import type { ListedCommission } from "../../../src/contract/api.ts";
import { Seal, StatusBadge } from "../../parts/badge.tsx";

export function HowFar({ commission: { status, trust } }: { commission: ListedCommission }) {
  return status === "completed" ? <Seal trust={trust ?? "claimed"} /> : <StatusBadge status={status} />;
}
