// Reads what was typed after --after: a commission's id, a prefix of one, or the path of a document.
import type { Client } from "../../client/client.ts";
import { dependency, type Dependency } from "../../contract/commission/commission.ts";
import { commissionId, commissionPrefix } from "../../contract/home/ids.ts";
import { refuse, type Refusal } from "../../contract/api/problem.ts";

/** Returns an empty object if nothing was typed, so that the request has no `after`. */
export async function readAfter(
  client: Pick<Client, "resolveId">,
  typed: readonly string[],
): Promise<{ after?: Dependency[] } | Refusal> {
  const after: Dependency[] = [];
  for (const each of typed) {
    const read = isId(each) ? await client.resolveId(each) : dependency.safeParse(each).data;
    if (read === undefined)
      return refuse(
        "usage",
        `--after is "${each}" and must be the id of a commission, or the path of a document from the top of the project.`,
      );
    after.push(read);
  }
  return after.length === 0 ? {} : { after };
}

function isId(typed: string): boolean {
  const id = typed.trim().toLowerCase();
  return commissionId.safeParse(id).success || commissionPrefix.safeParse(id).success;
}
