// Decides the verdict when the gateway itself fails: `storage` if the disk failed, `api` for anything else.
import type { GatewayVerdict } from "../../contract/course/session-end.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";

export function faultVerdict(error: unknown, message: string): GatewayVerdict {
  return storageCodeOf(error) === null ? { how: "api", status: null, message } : { how: "storage", message };
}
