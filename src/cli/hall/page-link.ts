// Where the page is, with a code that makes a browser known. The code stands in the fragment, which a browser sends
// nowhere and the page takes out of the address at once. It is good once, for minutes, and for this run of the hall, so
// what a browser or a terminal writes down of the link is worth nothing.
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
