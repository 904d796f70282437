// Where the page is, with the token that it needs. The token stands in the fragment, which a browser sends nowhere and
// the page takes out of the address at once.
import { readFile } from "node:fs/promises";
import type { HallRecord } from "../../contract/hall-record.ts";
import type { CommissionId } from "../../contract/ids.ts";

export async function pageLink(
  { url, tokenFile }: Pick<HallRecord, "url" | "tokenFile">,
  id?: CommissionId,
): Promise<string> {
  const token = (await readFile(tokenFile, "utf8")).trim();
  return `${url}${id === undefined ? "/" : `/commissions/${id}`}#token=${token}`;
}
