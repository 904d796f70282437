// Shows how long something has taken so far, to the second.
import { clock } from "../words/say.ts";
import { useNow } from "./now.ts";

export function Elapsed({ since }: { since: string }) {
  return <span>{clock(useNow() - Date.parse(since))}</span>;
}
