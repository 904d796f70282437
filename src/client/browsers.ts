// The part of the client that is about browsers that the hall knows.
import { routes } from "../contract/api/api.ts";
import type { BrowserList, BrowsersForgotten, PageCode, PageKeyId } from "../contract/api/page-keys.ts";
import { type Line, send } from "./send.ts";

export interface BrowsersClient {
  /** For one more: it comes in with this code, once. */
  newCode(): Promise<PageCode>;
  list(signal?: AbortSignal): Promise<BrowserList>;
  forget(key: PageKeyId): Promise<BrowsersForgotten>;
  forgetAll(): Promise<BrowsersForgotten>;
}

export function createBrowsersClient(line: Line): BrowsersClient {
  return {
    newCode: () => send(line, { route: routes.pageCode }),
    list: (signal) => send(line, { route: routes.pageKeys, signal }),
    forget: (key) => send(line, { route: routes.pageForget, params: { key } }),
    forgetAll: () => send(line, { route: routes.pageForgetAll }),
  };
}
