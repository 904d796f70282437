// Keeps in this browser whether the person prefers the board or the table.
import { keep, readKept } from "../../api/kept.ts";

const key = "guild-hall-commissions-view";

export function keptView(): "board" | "table" {
  return readKept("local", key) === "board" ? "board" : "table";
}

export function keepView(view: "board" | "table"): void {
  keep("local", key, view);
}
