// Makes zod interpret its schemas in a workbench instead of compiling each at its first use, because a workbench uses
// most of them once. Its main.ts imports this file first: a schema decides when it is made. A program that only uses
// parts of the workbench, such as a test, goes on compiling.
import { z } from "zod";

if (/\/workbench\/main\.[jt]s$/.test(Bun.main)) z.config({ jitless: true });
