// run/gateway.json: the port at which guild members reach the hall's gateway to the model. The next hall listens there
// again, so that running members still reach it.
import { z } from "zod";

export const gatewayRecord = z.object({ version: z.literal(1), port: z.int().min(1).max(65_535) });
