import { openPublicPage } from "@/lib/projects/requests/open-page";
import { previewImage } from "@/lib/ui/public/preview-image";
import { answerOf, type Context } from "../answer-of";

/** The picture that previews of links to the project show. */
export const GET = (_request: Request, context: Context): Promise<Response> =>
  answerOf(context, async (slug) => {
    const { project } = await openPublicPage(slug);
    return new Response(await previewImage({ title: project.name, kind: "Project" }), {
      headers: { "Content-Type": "image/png", "Cache-Control": "public, max-age=3600, s-maxage=3600" },
    });
  });
