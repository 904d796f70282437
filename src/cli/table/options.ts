// The options and parameters that several commands share.
import type { Option, Parameter } from "./command.ts";

export const id: Parameter = { name: "id" };
export const worker: Parameter = { name: "worker" };

export const json: Option = { type: "boolean", summary: "print one JSON document for scripts" };

export const rehearsalOption: Readonly<Record<string, Option>> = {
  rehearsal: {
    type: "string",
    value: "FILE",
    summary: "play this script instead of asking a model",
    completes: "files",
  },
};

export const fileOption: Readonly<Record<string, Option>> = {
  file: {
    type: "string",
    value: "PATH",
    summary: "attach this file or image, which the worker can read; may be given several times",
    multiple: true,
    completes: "files",
    insteadOf: ["--files", "--attach", "--image"],
  },
};

/** The limits that a person may set on a commission. */
export const limitOptions: Readonly<Record<string, Option>> = {
  "max-turns": {
    type: "string",
    value: "N",
    summary: "end it after N turns, which may be more or fewer than its worker's own limit",
  },
  "max-usd": { type: "string", value: "X", summary: "end it after X dollars" },
  "max-minutes": {
    type: "string",
    value: "M",
    summary: "end it after M minutes at work",
    insteadOf: ["--max-seconds", "--max-hours", "--max-time", "--timeout"],
  },
  model: { type: "string", value: "M", summary: "use this model instead of its worker's own" },
  tool: {
    type: "string",
    value: "T",
    summary: "allow only this one of the worker's tools; may be given several times",
    multiple: true,
    insteadOf: ["--tools", "--allowed-tools"],
  },
};

export const onRed: Readonly<Record<string, Option>> = {
  "on-red": {
    type: "boolean",
    summary: "start although the project fails its own checks, because this work is to repair them",
  },
};

export const memberOptions: Readonly<Record<string, Option>> = {
  config: {
    type: "string",
    value: "JSON|FILE",
    summary: "an object that a guild member reads as its own config; the hall passes it on unchanged",
    completes: "files",
  },
};
