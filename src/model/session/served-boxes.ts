// Lists the tools that this process serves to `claude`, by the names the model sees.
import { wireName } from "../../contract/package/system-toolboxes.ts";
import type { ToolDefinition } from "../../contract/kit/index.ts";
import type { SessionOrder } from "./open-session.ts";

export interface ServedBox {
  name: string;
  tools: readonly { wireName: string; definition: ToolDefinition }[];
}

export function servedBoxes({
  toolboxes,
  standIns,
}: Pick<SessionOrder, "toolboxes" | "standIns">): ServedBox[] {
  const boxes = toolboxes.map(({ name, tools }) => ({
    name,
    tools: tools.map((definition) => ({ wireName: wireName(name, definition.name), definition })),
  }));
  const bare = standIns.map((definition) => ({ wireName: definition.name, definition }));
  return bare.length === 0 ? boxes : [...boxes, { name: "hall", tools: bare }];
}
