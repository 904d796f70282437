// Whom a set-up turned to, on one line for a log.
import type { HostUse } from "../contract/set-up.ts";

/** Each with the bytes that were sent and received. */
export function hostsText(hosts: readonly HostUse[]): string {
  return hosts.map(hostText).join(", ");
}

function hostText({ host, port, sentBytes, receivedBytes, refused }: HostUse): string {
  const hasPassed = refused === null || sentBytes + receivedBytes > 0;
  const bytes = hasPassed ? ` ${sentBytes}/${receivedBytes}` : "";
  return `${host}:${port}${bytes}${refused === null ? "" : " refused"}`;
}
