import { AppError } from "@/lib/http/app-error";
import { holdsSecret } from "@/lib/http/secret-fields";
import { endingTransactionsWith } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import { KEPT_ANSWER_CHARS_MAX } from "@/lib/routes/idempotency/limits";
import { countedPath, readIdempotencyKey } from "@/lib/routes/idempotency/rules";
import {
  claimKey,
  type Kept,
  type Keyed,
  keepAnswer,
  markCommitted,
  releaseKey,
} from "@/lib/routes/idempotency/store";
import { type AnyDeclaration, presented, type RouteKind } from "@/lib/routes/route";

const UNDER_WAY_RETRY_AFTER_S = 2;

/** Whether a route takes an `Idempotency-Key`: it must know its caller and either answer 201 or declare `makes`. */
export function takesIdempotencyKey(kind: RouteKind, { status, makes }: AnyDeclaration): boolean {
  return (kind === "bearer" || kind === "workspace") && (status === 201 || makes === true);
}

/** The first response again, or the reason why there is none. */
function repeated(kept: Kept, keyed: Keyed, now: Date): Response {
  if (kept.bodyHash !== keyed.bodyHash) {
    throw new AppError("invalid", "This Idempotency-Key was used for another request. Use a new key.");
  }
  // A request that has committed is about to save its response.
  if (kept.state === "claimed" || (kept.state === "committed" && kept.claimedUntil > now)) {
    throw new AppError("conflict", "A request with this Idempotency-Key is under way. Try again shortly.", {
      retryAfterS: UNDER_WAY_RETRY_AFTER_S,
    });
  }
  if (kept.state === "committed") {
    const detail =
      "A request with this Idempotency-Key made its change, but its answer was lost. Look for what it made.";
    throw new AppError("conflict", detail);
  }
  if (kept.body === null) {
    const what = kept.madeId === null ? "" : ` and made ${kept.madeId}`;
    const detail = `A request with this Idempotency-Key succeeded${what}; its answer is shown only once.`;
    throw new AppError("conflict", detail, { state: { id: kept.madeId } });
  }
  const headers = new Headers({ "Content-Type": "application/json", "Idempotent-Replayed": "true" });
  if (kept.etag !== null) headers.set("ETag", kept.etag);
  return new Response(kept.body === "" ? null : kept.body, { status: kept.status ?? 200, headers });
}

async function keep(
  claimId: string,
  keyed: Keyed,
  { response: schema }: AnyDeclaration,
  response: Response,
): Promise<void> {
  const text = await response.clone().text();
  const isKept = typeof schema === "object" && "parse" in schema && !holdsSecret(schema);
  const made = text === "" ? null : (JSON.parse(text) as { id?: unknown } | null);
  await keepAnswer(claimId, keyed, {
    status: response.status,
    body: (isKept || text === "") && text.length <= KEPT_ANSWER_CHARS_MAX ? text : null,
    etag: response.headers.get("etag"),
    madeId: typeof made?.id === "string" ? made.id : null,
  });
}

type Keying = {
  request: Request;
  actor: { developerId: string };
  body: unknown;
  fingerprint: string | null;
  now: Date;
  /**
   * Checks whether the caller may do this, if that is not known yet.
   * @throws AppError forbidden
   */
  mayStill?(): Promise<unknown>;
};

/** Problems with the key must not change the caller's response. */
async function orLogged(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => log.warn({ err: error }, "an Idempotency-Key was left as it was"));
}

/**
 * Handles a request with an `Idempotency-Key` once, however often it arrives: for 24 hours, repeats get the first
 * response (draft-ietf-httpapi-idempotency-key-header). Keys belong to one caller and one path. Only successes are
 * kept: a refused request changed nothing, so a repeat is judged again.
 *
 * Each transaction of the handler records its own commit. If the process is killed before the response is saved, a
 * repeat that comes after the claim has expired finds either that nothing was done, and runs, or that it was done, and
 * says so (409): it never runs twice. A handler that writes without a transaction leaves no such record; if it is
 * killed at that moment, a repeat may run again.
 *
 * @throws AppError bad_request for a malformed key, invalid for a key used for another request, conflict while the
 * first request is in progress and if its response was not saved; what `handle` throws
 */
export async function answerOnce(
  kind: RouteKind,
  declaration: AnyDeclaration,
  { request, actor, body, fingerprint, now, mayStill }: Keying,
  handle: () => Promise<unknown>,
): Promise<unknown> {
  const key = takesIdempotencyKey(kind, declaration)
    ? readIdempotencyKey(request.headers.get("idempotency-key"))
    : null;
  if (key === null || fingerprint === null) return handle();
  const path = countedPath(declaration.countsAs?.(body) ?? request.url);
  const keyed = { developerId: actor.developerId, path, key, bodyHash: fingerprint };
  const claim = await claimKey(keyed, now);
  if (!("claimId" in claim)) {
    await mayStill?.();
    return repeated(claim, keyed, now);
  }
  const { claimId } = claim;
  let response: Response;
  try {
    const result = await endingTransactionsWith(async (tx) => {
      if (await markCommitted(tx, claimId, keyed)) return;
      throw new AppError("conflict", "This took too long, and a repeat has begun meanwhile.");
    }, handle);
    response = presented(declaration, request, result);
  } catch (error) {
    // A refused request leaves nothing to repeat. After an error, what was committed must not be made again.
    await orLogged(releaseKey(claimId, keyed, !(error instanceof AppError), now));
    throw error;
  }
  await orLogged(keep(claimId, keyed, declaration, response));
  return response;
}
