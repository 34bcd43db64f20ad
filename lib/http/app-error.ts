/** Every error code of the service and the status it answers with: the one table. */
export const STATUS_OF_CODE = {
  bad_request: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_encoding: 415,
  invalid: 422,
  too_many_requests: 429,
  not_configured: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_OF_CODE;

/** One invalid field; `path` uses dots and indexes, and is empty for the whole value. */
export type Issue = { path: string; message: string };

type Details = {
  issues?: Issue[];
  retryAfterS?: number;
  /** Further fields of the error body, as JSON: the current state, when it is not what the caller expected. */
  state?: Record<string, unknown>;
  /** Callers poll until this passes, so it is not logged. */
  isAwaited?: boolean;
  cause?: unknown;
};

/**
 * An error that the caller may read: `detail` is sent as it is, one sentence, so it must not mention internals.
 * Everything else that is thrown becomes a 500 that says nothing.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly retryAfterS: number | undefined;
  readonly state: Record<string, unknown> | undefined;
  readonly isAwaited: boolean;

  constructor(code: ErrorCode, detail: string, details: Details = {}) {
    super(detail, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.issues = details.issues;
    this.retryAfterS = details.retryAfterS;
    this.state = details.state;
    this.isAwaited = details.isAwaited ?? false;
  }
}

/** The refusal of a request because of what its body holds. */
export function invalidBody(issues: Issue[]): AppError {
  return new AppError("invalid", "The request body is not valid.", { issues });
}

/** What was looked for. @throws AppError not_found if there is none */
export function orNotFound<T extends object>(thing: T | null | undefined, name: string): T {
  if (!thing) throw new AppError("not_found", `${name} not found`);
  return thing;
}
