// Before anything is drawn, even before what draws is set up: the code out of the address, the line to the hall, and what
// the address asks for.
import { openLine } from "./api/line.ts";
import { takeLinkFromAddress, watchAddress } from "./api/link.ts";
import { endServiceWorkers } from "./api/service-workers.ts";
import { fetchViewOf } from "./shell/views.ts";
import { askForLines } from "./store/ahead.ts";

takeLinkFromAddress();
watchAddress();
void endServiceWorkers();

export const line = openLine();

fetchViewOf(location.pathname);
const [, id] = /^\/commissions\/([^/]+)$/.exec(location.pathname) ?? [];
if (id !== undefined) askForLines(id);
