// What a session ends with when the gateway itself fails: the disk is nobody's fault, anything else counts as the model.
import type { GatewayVerdict } from "../contract/facts.ts";
import { storageCodeOf } from "../contract/storage-fault.ts";

export function faultVerdict(error: unknown, message: string): GatewayVerdict {
  return storageCodeOf(error) === null ? { how: "api", status: null, message } : { how: "storage", message };
}
