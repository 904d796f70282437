// run/gateway.json: where the gateway for guild members listened last, so that members find the next hall's there.
import { z } from "zod";

export const gatewayRecord = z.object({ version: z.literal(1), port: z.int().min(1).max(65_535) });
