import { getLogo } from "@/lib/projects/requests/get-logo";
import { answerOf, type Context } from "../answer-of";

/** The logo of a project's page. */
export const GET = (_request: Request, context: Context): Promise<Response> =>
  answerOf(context, async (slug) => {
    const logo = await getLogo(slug);
    return new Response(logo.bytes, {
      headers: {
        "Content-Type": logo.type,
        "Cache-Control": "public, max-age=300",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      },
    });
  });
