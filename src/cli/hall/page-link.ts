// Builds a link to the page with a code that signs a browser in. The code is in the fragment, which a browser
// never sends and the page removes from the address at once. The code works once, for a few minutes, and only
// until the hall stops. So a link that stays in a browser's history or a terminal's log is harmless.
import type { Client } from "../../client/client.ts";
import type { HallRecord } from "../../contract/home/hall-record.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { linkedPath } from "../../rules/network/page-link.ts";

export interface LinkedHall {
  record: Pick<HallRecord, "url">;
  client: Pick<Client, "browsers">;
}

export async function pageLink({ record, client }: LinkedHall, id?: CommissionId): Promise<string> {
  const { code } = await client.browsers.newCode();
  return record.url + linkedPath(id === undefined ? "/" : `/commissions/${id}`, code);
}
