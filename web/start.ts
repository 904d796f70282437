// Runs before anything is drawn, even before React is set up: removes the one-time code from the address, opens the
// event stream, and requests what the view at this address will show.
import { openLine } from "./api/line.ts";
import { takeLinkFromAddress, watchAddress } from "./api/link.ts";
import { endServiceWorkers } from "./api/service-workers.ts";
import { greetingSent } from "./api/visit.ts";
import { fetchViewOf } from "./shell/views.ts";
import { askForLines } from "./store/ahead.ts";

takeLinkFromAddress();
watchAddress();
void endServiceWorkers();

export const line = openLine();

fetchViewOf(location.pathname);
const [, id] = /^\/commissions\/([^/]+)$/.exec(location.pathname) ?? [];
if (id !== undefined) askForLines(id);

/**
 * Setting up React blocks the thread for a while, so the greeting is sent first and travels meanwhile; the page waits
 * for it at most this long.
 */
const longestMs = 300;
await Promise.race([greetingSent(), new Promise((resolve) => setTimeout(resolve, longestMs))]);
