// One table says what every code means at every door.

export interface Problem {
  code: ProblemCode;
  message: string;
  hint?: string;
}

/** An expected "no": returned, never thrown. */
export interface Refusal {
  ok: false;
  problem: Problem;
}

export const doors = {
  bad_request: { http: 400, exit: 1 },
  bad_json: { http: 400, exit: 1 },
  bad_token: { http: 401, exit: 1 },
  bad_host: { http: 403, exit: 1 },
  bad_origin: { http: 403, exit: 1 },
  not_found: { http: 404, exit: 1 },
  no_such_route: { http: 404, exit: 1 },
  method_not_allowed: { http: 405, exit: 1 },
  wrong_state: { http: 409, exit: 1 },
  ambiguous_id: { http: 409, exit: 1 },
  too_large: { http: 413, exit: 1 },
  wrong_media_type: { http: 415, exit: 1 },
  bad_shape: { http: 422, exit: 1 },
  unknown_worker: { http: 422, exit: 1 },
  no_model: { http: 422, exit: 1 },
  bad_rehearsal: { http: 422, exit: 1 },
  widens: { http: 422, exit: 1 },
  key_reused: { http: 422, exit: 1 },
  internal: { http: 500, exit: 1 },
  storage: { http: 503, exit: 1 },
  stopping: { http: 503, exit: 1 },
  unreachable: { http: 503, exit: 3 },
  usage: { http: 400, exit: 2 },
} as const;
export type ProblemCode = keyof typeof doors;

export function refuse(code: ProblemCode, message: string, hint?: string): Refusal {
  return { ok: false, problem: hint === undefined ? { code, message } : { code, message, hint } };
}

/** The environment failing us: thrown, recognised by `code` and never by `instanceof` across an edge. */
export class Fault extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "Fault";
    this.code = code;
  }
}
