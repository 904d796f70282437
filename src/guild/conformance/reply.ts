// Parses a guild member's JSON-RPC reply, and checks that it is a result or a refusal, as expected.
import { z } from "zod";
import { rpcCodes } from "../../contract/member/worker-protocol.ts";
import { excerpt, fail, holds, shaped } from "./check.ts";

const id = z.union([z.string(), z.number(), z.null()]);
const rpcError = z.object({ code: z.int(), message: z.string() });
const rpcReply = z.union([
  z.object({ jsonrpc: z.literal("2.0"), id, error: rpcError }),
  z.object({ jsonrpc: z.literal("2.0"), id, result: z.looseObject({}) }),
]);
export type Reply = z.infer<typeof rpcReply>;

export function replyOf(value: unknown): Reply {
  return shaped(rpcReply, { value, what: "The reply" });
}

export function resultOf<T>(reply: Reply, schema: z.ZodType<T>): T {
  if ("error" in reply) return fail(`It was refused: ${reply.error.code} ${reply.error.message}`);
  return shaped(schema, { value: reply.result, what: "The result" });
}

/**
 * Fails unless the reply is an error with one of these codes and with a message, because a person will see
 * the message.
 */
export function isRefused(reply: Reply, codes: readonly number[] = [rpcCodes.invalidParams]): void {
  if (!("error" in reply)) fail(`It was carried out, and answered ${excerpt(reply.result)}`);
  const { code, message } = reply.error;
  holds(codes.includes(code), `The code is ${code}, and should be ${codes.join(" or ")}: ${message}`);
  holds(message.trim() !== "", "The error has no message.");
}
