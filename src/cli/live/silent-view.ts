// Shows nothing: for scripts, which want one document at the end.
import type { View } from "./view.ts";

export const silentView: View = { event: () => {}, commission: () => {}, close: () => {} };
