import { LARGE_BODY_BYTES_MIN } from "@/lib/http/limits";
import { Turns } from "@/lib/http/turns";
import { processWide } from "@/lib/platform/process-wide";

const people = processWide("large-bodies-in-turn", () => new Turns({ perKey: 1 }));

/** Whether a body may turn out to be large, by what is known before it is read. */
function mayBeLarge(request: Request, bodyBytesMax: number): boolean {
  if (bodyBytesMax <= LARGE_BODY_BYTES_MIN) return false;
  const announced = Number(request.headers.get("content-length") ?? Infinity);
  return announced > LARGE_BODY_BYTES_MIN || request.headers.has("content-encoding");
}

/**
 * Reads and answers a request with a large body after the person's earlier ones: each of them takes a multiple of its size
 * in memory, and one person must not fill that of the process. Others don't wait for them.
 */
export function largeBodiesInTurn<T>(
  request: Request,
  { bodyBytesMax = 0 }: { bodyBytesMax?: number },
  developerId: string,
  answer: () => Promise<T>,
): Promise<T> {
  return mayBeLarge(request, bodyBytesMax) ? people.take(developerId, answer) : answer();
}
