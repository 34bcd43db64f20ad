import { AppError } from "@/lib/http/app-error";
import { openPublicPage } from "@/lib/projects/requests/open-page";
import { previewImage } from "@/lib/ui/public/preview-image";

type Context = { params: Promise<{ slug: string }> };

/** The picture that previews of links to the project show. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  try {
    const { project } = await openPublicPage((await params).slug);
    return new Response(await previewImage({ title: project.name, kind: "Project" }), {
      headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=3600, s-maxage=3600" },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return new Response(error.message, { status: 404 });
  }
}
