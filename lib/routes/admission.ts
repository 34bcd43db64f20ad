import { CsvFile } from "@/lib/http/answers";

/** Longer than nearly all bodies take to arrive, and nearly all answers to be sent. */
const FRESH_MS = 1_000;

export type Admission<A> = {
  admitted: A;
  /** What the caller is admitted to once the body is there. */
  afterBody(): Promise<A>;
  /** The result of a handler, of which a file breaks off once its reader is not admitted any more. */
  whileAdmitted(result: unknown): unknown;
};

/**
 * Admits a caller before anything of the body is read. A body may come in drips for minutes, or wait for its turn, and a
 * file may be read for hours. By then the caller may have been removed, or their token revoked: so whoever takes long is
 * admitted again, and again.
 * @param admit at the time it is given; it throws for callers who are not admitted
 */
export async function admission<A>(admit: (now: Date) => Promise<A>, now: Date): Promise<Admission<A>> {
  let askedMs = performance.now();
  let admitted = await admit(now);
  const again = async () => {
    if (performance.now() - askedMs < FRESH_MS) return admitted;
    askedMs = performance.now();
    admitted = await admit(new Date());
    return admitted;
  };
  async function* guarded(text: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const part of text) {
      await again();
      yield part;
    }
  }
  const whileAdmitted = (result: unknown) =>
    result instanceof CsvFile ? new CsvFile(result.name, guarded(result.text), result.contentType) : result;
  return { admitted, afterBody: again, whileAdmitted };
}
