import { AppError } from "@/lib/http/app-error";

export type Context = { params: Promise<{ slug: string }> };

/**
 * Answers with what belongs to a project's page, or 404, which nobody may keep: caches keep a 404 that says nothing of
 * that, and the page may be made public at any time.
 */
export async function answerOf(
  { params }: Context,
  make: (slug: string) => Promise<Response>,
): Promise<Response> {
  try {
    return await make((await params).slug);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(error.message, { status: 404, headers: { "Cache-Control": "no-store" } });
  }
}
