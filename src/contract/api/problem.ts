// The table of problem codes: for each code the HTTP status, the exit code of the command line, and a hint.

export interface Problem {
  code: ProblemCode;
  message: string;
  /** Tells the caller what to do about the problem. */
  hint: string;
}

/** An expected "no": returned, never thrown. */
export interface Refusal {
  ok: false;
  problem: Problem;
}

/** The answer of an operation: a value, or an expected "no". */
export type Outcome<T> = { ok: true; value: T } | Refusal;

export const doors = {
  bad_request: {
    http: 400,
    exit: 1,
    hint: "Check how the request is framed: one Host, one Content-Length, a plain path.",
  },
  bad_json: { http: 400, exit: 1, hint: "Send one JSON object, in UTF-8." },
  bad_token: { http: 401, exit: 1, hint: 'Send the token of the home as "Authorization: Bearer ...".' },
  unknown_key: {
    http: 401,
    exit: 1,
    hint: 'Run "guild-hall open": it makes this browser known.',
  },
  bad_code: { http: 401, exit: 1, hint: 'Run "guild-hall open" for a new link.' },
  stale_visit: { http: 401, exit: 1, hint: "Begin a visit: POST /api/v1/page/visits." },
  bad_signature: { http: 401, exit: 1, hint: "docs/protocol.md says what a browser signs, and how." },
  bad_host: {
    http: 403,
    exit: 1,
    hint: "Address the hall as 127.0.0.1, localhost or [::1] with its own port.",
  },
  bad_origin: { http: 403, exit: 1, hint: "Only pages that the hall itself serves may call it." },
  not_found: { http: 404, exit: 1, hint: 'Run "guild-hall list" to see what there is.' },
  no_such_route: { http: 404, exit: 1, hint: "GET /api/v1/openapi.json lists what can be asked." },
  method_not_allowed: { http: 405, exit: 1, hint: "The Allow header says which methods there are." },
  wrong_state: { http: 409, exit: 1, hint: 'Run "guild-hall show ID" to see where it stands.' },
  ambiguous_id: { http: 409, exit: 1, hint: "Give more characters of the id." },
  too_large: { http: 413, exit: 1, hint: "Send less." },
  wrong_media_type: { http: 415, exit: 1, hint: 'Send "Content-Type: application/json".' },
  bad_shape: { http: 422, exit: 1, hint: "GET /api/v1/openapi.json describes every field." },
  unknown_worker: { http: 422, exit: 1, hint: 'Run "guild-hall workers" to see who there is.' },
  ambiguous_worker: {
    http: 422,
    exit: 1,
    hint: 'Say which: "package:NAME" or "member:NAME".',
  },
  no_worker: {
    http: 422,
    exit: 1,
    hint: 'A guild member takes work when its guild-member.json says "capabilities": ["worker"].',
  },
  not_for_members: {
    http: 422,
    exit: 1,
    hint: "Leave it out, or commission a package: a guild member is given a task and nothing else.",
  },
  missing_toolbox: {
    http: 422,
    exit: 1,
    hint: 'Add it with "guild-hall package add"; "guild-hall workers" shows who needs which.',
  },
  unknown_project: {
    http: 422,
    exit: 1,
    hint: 'Run "guild-hall project list" to see which there are, and "guild-hall project add NAME PATH" to add one.',
  },
  bad_project: { http: 422, exit: 1, hint: "docs/guide/projects.md says what a project needs." },
  bad_dependency: {
    http: 422,
    exit: 1,
    hint: "A dependency is the whole id of a commission, or the path of a document in the project's repository.",
  },
  bad_attachment: {
    http: 422,
    exit: 1,
    hint: "Upload the file first: POST /api/v1/attachments.",
  },
  cycle: { http: 422, exit: 1, hint: "Two commissions cannot wait for each other." },
  no_model: {
    http: 422,
    exit: 1,
    hint: "Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, then stop the hall and start it again.",
  },
  bad_rehearsal: { http: 422, exit: 1, hint: "docs/guide/rehearsals.md describes the format." },
  bad_config: { http: 422, exit: 1, hint: "docs/guide/configuration.md has a table of all keys." },
  bad_package: { http: 422, exit: 1, hint: "docs/guide/write-a-worker.md says what a package needs." },
  bad_member: { http: 422, exit: 1, hint: "docs/guide/guild-members.md says what a guild member needs." },
  widens: {
    http: 422,
    exit: 1,
    hint: "A commission may ask for fewer tools than its worker has, never for more.",
  },
  internal: { http: 500, exit: 1, hint: 'Run "guild-hall logs" to see what happened.' },
  storage: {
    http: 503,
    exit: 1,
    hint: "Free some space or make the home directory writable, then try again.",
  },
  member_failed: {
    http: 503,
    exit: 1,
    hint: 'Run "guild-hall members logs NAME" to see what it printed.',
  },
  busy: { http: 503, exit: 1, hint: "Try again in a moment." },
  newer: { http: 503, exit: 1, hint: "Install a newer guild-hall." },
  damaged: {
    http: 503,
    exit: 1,
    hint: 'Restore the file that is named from a backup. "guild-hall show ID" shows what is left.',
  },
  stopping: { http: 503, exit: 1, hint: 'Run "guild-hall up" again.' },
  unreachable: { http: 503, exit: 3, hint: 'Run "guild-hall up" to start it.' },
  usage: { http: 400, exit: 2, hint: 'Run "guild-hall --help" to see how it is used.' },
} as const;
export type ProblemCode = keyof typeof doors;

export function problem(code: ProblemCode, message: string, hint: string = doors[code].hint): Problem {
  return { code, message, hint };
}

export function done<T>(value: T): { ok: true; value: T } {
  return { ok: true, value };
}

export function refuse(code: ProblemCode, message: string, hint?: string): Refusal {
  return { ok: false, problem: problem(code, message, hint) };
}

/**
 * Returns whether the error says that a file is damaged or was written by a newer release. Reading such a
 * file again does not help.
 */
export function isUnreadable(error: unknown): error is Fault {
  return error instanceof Error && "code" in error && (error.code === "damaged" || error.code === "newer");
}

/**
 * A failure of the environment, such as a full disk. It is thrown. Other modules recognise it by `code`, not by
 * `instanceof`.
 */
export class Fault extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Fault";
    this.code = code;
  }
}
