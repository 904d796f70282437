// Writes the ledger of a commission line by line, as an earlier hall left it.
import { mkdirSync, writeFileSync } from "node:fs";
import type { AcceptedRequest } from "../../../src/contract/commission/commission.ts";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { HomeLayout } from "../../../src/contract/home/home-layout.ts";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import { newUuid } from "../../../src/host/ids.ts";
import { stamp } from "./histories.ts";

/** Writes the ledger. `request` overrides fields of the default request. */
export function lay(
  home: HomeLayout,
  history: readonly EventBody[],
  request: Partial<AcceptedRequest> = {},
): CommissionId {
  const { id, ...rest } = { id: commissionId.parse(newUuid()), title: "Mend it", ...request };
  const directory = `${home.commissions}/${id}`;
  mkdirSync(directory, { recursive: true });
  const events = stamp(history).map((event) =>
    event.type === "commission.created" ? { ...event, request: { ...event.request, id, ...rest } } : event,
  );
  writeFileSync(`${directory}/events.jsonl`, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  return id;
}
