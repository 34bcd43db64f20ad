import { requestFeed } from "@/lib/projects/public/request-feed";
import { markdownHtml } from "@/lib/ui/light-kit/markdown/markdown-html";
import { answerOf, type Context } from "../answer-of";

/** The Atom feed of a public project's requests. */
export const GET = (_request: Request, context: Context): Promise<Response> =>
  answerOf(context, async (slug) => {
    const feed = await requestFeed(slug, markdownHtml);
    return new Response(feed, {
      headers: {
        "Content-Type": "application/atom+xml; charset=utf-8",
        "Cache-Control": "public, max-age=0, s-maxage=60, stale-while-revalidate=300",
      },
    });
  });
