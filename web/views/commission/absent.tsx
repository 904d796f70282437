// Says that a commission does not exist, or was deleted.
import { Link } from "@tanstack/react-router";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { Empty } from "../../parts/panel.tsx";
import { useHall } from "../../store/hall-store.ts";
import { plainCut, plainLine } from "../../words/plain.ts";

export function NoSuch({ id }: { id: string }) {
  const near = useHall(({ commissions }) => begunWith(commissions.keys(), id));
  const title = useHall(({ commissions }) => (near ? commissions.get(near)?.title : undefined));
  return (
    <Empty title={`There is no commission ${plainCut(id, 60)}.`}>
      {near ? (
        <p>
          The id of one begins like this:{" "}
          <Link to="/commissions/$id" params={{ id: near }}>
            {plainLine(title ?? near)}
          </Link>
        </p>
      ) : (
        <p>
          It may have been deleted, or the address is cut short. It must end in the whole id, as “guild-hall
          list --json” prints it. <Link to="/commissions">See all commissions</Link>
        </p>
      )}
    </Empty>
  );
}

function begunWith(ids: Iterable<string>, start: string): string | undefined {
  if (start.length < 4) return undefined;
  const found = [...ids].filter((id) => id.startsWith(start));
  return found.length === 1 ? found[0] : undefined;
}

export function Deleted({ last }: { last: CommissionDetail }) {
  return (
    <Empty title={`“${plainLine(last.title)}” was deleted.`}>
      <p>
        {last.branch && last.branch.state !== "unchanged"
          ? `The repository keeps its branch ${last.branch.name}, unless that was merged. `
          : ""}
        <Link to="/commissions">See all commissions</Link>
      </p>
    </Empty>
  );
}
