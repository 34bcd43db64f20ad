import { AppError, STATUS_OF_CODE } from "@/lib/http/app-error";
import { jsonResponse } from "@/lib/http/json-response";
import { DATABASE_RETRY_AFTER_S, ISSUES_SHOWN_MAX, STORE_RETRY_AFTER_S } from "@/lib/http/limits";
import { nameOfModel } from "@/lib/http/model-names";
import { goneModel, hasChildren, isUnreachable, lacksParent } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import { StoreError } from "@/lib/platform/store-error";

/** What any handler may meet and none looks for, as an error of the service; everything else as it is. */
function translated(thrown: unknown): unknown {
  if (thrown instanceof StoreError) {
    const details = { retryAfterS: STORE_RETRY_AFTER_S, cause: thrown };
    return new AppError("unavailable", "The file store can't be reached at the moment.", details);
  }
  if (isUnreachable(thrown)) {
    const details = { retryAfterS: DATABASE_RETRY_AFTER_S, cause: thrown };
    return new AppError("unavailable", "The database can't be reached at the moment; try again.", details);
  }
  if (lacksParent(thrown)) {
    log.warn({ err: thrown }, "what a request refers to was deleted meanwhile");
    return new AppError("conflict", "Something that this refers to was just deleted");
  }
  if (hasChildren(thrown)) {
    log.warn({ err: thrown }, "what a request deletes is referred to meanwhile");
    return new AppError("conflict", "Something refers to this, so it can't be deleted");
  }
  const gone = goneModel(thrown);
  if (gone !== null) {
    log.warn({ err: thrown }, "what a request changes was deleted meanwhile");
    const name = nameOfModel(gone);
    return new AppError("not_found", name === null ? "Not found: it was just deleted" : `${name} not found`);
  }
  return thrown;
}

/** Turns whatever a handler threw into the one error body of the service (contract section 1). */
export function errorResponse(thrown: unknown): Response {
  const error = translated(thrown);
  if (!(error instanceof AppError)) {
    log.error({ err: error }, "unexpected fault");
    return jsonResponse({ detail: "Something went wrong on our side." }, { status: 500 });
  }
  const status = STATUS_OF_CODE[error.code];
  if (status >= 500 && !error.isAwaited) log.warn({ err: error }, error.message);
  const headers = new Headers();
  if (error.code === "unauthenticated") headers.set("WWW-Authenticate", "Bearer");
  // RFC 9110, 12.5.3: what would have been accepted.
  if (error.code === "unsupported_encoding") headers.set("Accept-Encoding", "gzip");
  if (error.retryAfterS !== undefined)
    headers.set("Retry-After", String(Math.max(1, Math.ceil(error.retryAfterS))));
  const issues = error.issues?.slice(0, ISSUES_SHOWN_MAX);
  const body = { ...error.state, detail: error.message, ...(issues ? { issues } : {}) };
  return jsonResponse(body, { status, headers });
}
