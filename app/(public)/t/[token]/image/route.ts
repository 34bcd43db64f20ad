import { previewImage } from "@/lib/ui/public/preview-image";
import { openVisit, shownName, tooManyVisits } from "../visit";

type Context = { params: Promise<{ token: string }> };

/** The picture that previews of a share link show, while the link holds. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const visit = await openVisit((await params).token);
  if (visit.kind === "busy") return tooManyVisits(visit);
  return new Response(await previewImage({ title: shownName(visit), kind: "Table" }), {
    // A link can be revoked, or get a password.
    headers: { "Content-Type": "image/png", "Cache-Control": "private, no-store" },
  });
}
