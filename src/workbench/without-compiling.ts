// Makes zod interpret its schemas instead of compiling each at its first use, because a workbench uses most of them
// once. main.ts imports this file first: a schema decides when it is made.
import { z } from "zod";

z.config({ jitless: true });
