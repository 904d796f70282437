// Runs before anything is drawn, even before React is set up: removes the one-time code from the address, opens the
// event stream, and requests what the view at this address will show.
import { openLine } from "./api/line.ts";
import { takeLinkFromAddress, watchAddress } from "./api/link.ts";
import { endServiceWorkers } from "./api/service-workers.ts";
import { firstRequestsSent } from "./api/visit.ts";
import { fetchViewOf } from "./shell/views.ts";
import { askForDetail, askForLines, askForNeeds, askForReady } from "./store/ahead.ts";

takeLinkFromAddress();
watchAddress();
void endServiceWorkers();

export const line = openLine();

fetchViewOf(location.pathname);
const [, id] = /^\/commissions\/([^/]+)$/.exec(location.pathname) ?? [];
if (id !== undefined) {
  askForDetail(id);
  askForLines(id);
}
if (location.pathname === "/") {
  askForNeeds();
  askForReady();
}

/**
 * Setting up React blocks the thread for a while, so the page sends its first requests before that. It waits
 * at most this long until they are sent.
 */
const longestMs = 300;
await Promise.race([firstRequestsSent, new Promise((resolve) => setTimeout(resolve, longestMs))]);
