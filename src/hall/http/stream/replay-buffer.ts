// Keeps the latest messages of the event stream, bounded in number and size, so that clients can resume.
import type { StreamMessage } from "../../../contract/api/stream.ts";

export const keptMessages = 1000;
const keptCharacters = 16 * 1024 * 1024;

export interface ReplayBuffer {
  /** Appends an event and returns its text for the wire. */
  append(message: StreamMessage): string;
  /** Returns the events after the one with this id. `null` if the id is unknown or the events are no longer kept. */
  since(lastEventId: string): string[] | null;
  /** Returns the id of the latest event; a new client starts from here. */
  position(): string;
}

interface Buffer {
  boot: string;
  kept: string[];
  characters: number;
  latest: number;
}

export function createReplayBuffer(boot: string): ReplayBuffer {
  const buffer: Buffer = { boot, kept: [], characters: 0, latest: 0 };
  return {
    append: (message) => append(buffer, message),
    since: (lastEventId) => since(buffer, lastEventId),
    position: () => `${boot}-${buffer.latest}`,
  };
}

export function formatEvent(id: string, message: StreamMessage): string {
  return `id: ${id}\nevent: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;
}

function append(buffer: Buffer, message: StreamMessage): string {
  buffer.latest += 1;
  const text = formatEvent(`${buffer.boot}-${buffer.latest}`, message);
  buffer.kept.push(text);
  buffer.characters += text.length;
  while (buffer.kept.length > keptMessages || buffer.characters > keptCharacters) {
    buffer.characters -= buffer.kept.shift()?.length ?? 0;
  }
  return text;
}

function since(buffer: Buffer, lastEventId: string): string[] | null {
  const prefix = `${buffer.boot}-`;
  const digits = lastEventId.startsWith(prefix) ? lastEventId.slice(prefix.length) : "";
  if (!/^(0|[1-9]\d{0,14})$/.test(digits)) return null;
  const missed = buffer.latest - Number(digits);
  if (missed < 0 || missed > buffer.kept.length) return null;
  return buffer.kept.slice(buffer.kept.length - missed);
}
