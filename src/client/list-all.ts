// Lists all commissions that match a query, page after page.
import type { ListedCommission } from "../contract/api/api.ts";
import type { Client, ListOptions } from "./client.ts";

/** The most commissions that the hall puts on a page. */
const pageLimit = 1000;

export async function listAll(
  client: Pick<Client, "list">,
  query: Omit<ListOptions, "limit" | "cursor">,
  signal?: AbortSignal,
): Promise<ListedCommission[]> {
  const found: ListedCommission[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.list({ ...query, limit: pageLimit, cursor }, signal);
    found.push(...page.commissions);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
