import { AppError } from "@/lib/http/app-error";
import { requestFeed } from "@/lib/projects/public/request-feed";
import { markdownHtml } from "@/lib/ui/light-kit/markdown/markdown-html";

type Context = { params: Promise<{ slug: string }> };

/** The Atom feed of a public project's requests. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  try {
    const feed = await requestFeed((await params).slug, markdownHtml);
    return new Response(feed, {
      headers: {
        "Content-Type": "application/atom+xml; charset=utf-8",
        "Cache-Control": "public, max-age=0, s-maxage=60, stale-while-revalidate=300",
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(error.message, { status: 404 });
  }
}
