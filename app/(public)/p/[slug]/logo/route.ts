import { AppError } from "@/lib/http/app-error";
import { getLogo } from "@/lib/projects/requests/get-logo";

type Context = { params: Promise<{ slug: string }> };

/** The logo of a project's page. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  try {
    const logo = await getLogo((await params).slug);
    return new Response(logo.bytes, {
      headers: {
        "Content-Type": logo.type,
        "Cache-Control": "public, max-age=300",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(error.message, { status: 404 });
  }
}
