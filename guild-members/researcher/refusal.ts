// Defines a refusal, an error that is expected: its message is shown to the client as it is. Every other error is a
// fault of the member or the disk.

export const rpcCodes = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

/** The SDK puts an error's `code` and message into the reply. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: number = rpcCodes.invalidParams;
}

/** Quotes foreign text for one of our messages: short, on one line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
