// run/gateway.json: the last port of the gateway for guild members, so that members find the next hall's gateway there.
import { z } from "zod";

export const gatewayRecord = z.object({ version: z.literal(1), port: z.int().min(1).max(65_535) });
