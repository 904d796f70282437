// Before anything is drawn, even before what draws is set up: the key out of the address, the line to the hall, and what
// the address asks for.
import { openLine } from "./api/line.ts";
import { takeTokenFromAddress, watchAddress } from "./api/token.ts";
import { fetchViewOf } from "./shell/views.ts";
import { askForLines } from "./store/ahead.ts";

takeTokenFromAddress();
watchAddress();

export const line = openLine();

fetchViewOf(location.pathname);
const [, id] = /^\/commissions\/([^/]+)$/.exec(location.pathname) ?? [];
if (id !== undefined) askForLines(id);
