// Shows who wrote an entry of memory, for which commission, and whether it can be trusted.
import { Link } from "@tanstack/react-router";
import type { MemoryEntry } from "../../../src/contract/memory/memory.ts";
import { Badge, Rehearsed } from "../../parts/badge.tsx";
import { useHall } from "../../store/hall-store.ts";
import { workerShown } from "../../words/worker-name.ts";

export function Author({ by }: Pick<MemoryEntry, "by">) {
  if (by.kind === "person") return <>you</>;
  return (
    <>
      {by.kind === "chore" ? "the archivist" : workerShown(by.worker)} for{" "}
      <CommissionLink id={by.commission} />
    </>
  );
}

function CommissionLink({ id }: { id: string }) {
  const title = useHall((state) => state.commissions.get(id)?.title);
  return (
    <Link to="/commissions/$id" params={{ id }}>
      {title ? `“${title}”` : id.slice(0, 13)}
    </Link>
  );
}

export function Marks({
  untrusted,
  rehearsed,
  suspect,
}: Pick<MemoryEntry, "untrusted" | "rehearsed" | "suspect">) {
  return (
    <>
      {untrusted && (
        <Badge tone="brass">
          <span title="Its author had read web pages or other words of strangers before writing it">
            may hold strangers’ words
          </span>
        </Badge>
      )}
      {rehearsed && <Rehearsed />}
      {suspect && (
        <Badge tone="madder">
          <span title="Its file was changed in a way that looks like damage; the version before it has the text">
            may be damaged
          </span>
        </Badge>
      )}
    </>
  );
}
