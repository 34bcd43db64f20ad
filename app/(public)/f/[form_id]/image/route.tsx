import { type FormContext, formIdOf } from "@/app/(public)/f/[form_id]/form-answer";
import { answerOrNotice, weakEtag } from "@/app/(public)/f/[form_id]/page-answer";
import { getPublicFormRow } from "@/lib/forms/public/get-public-form";
import { previewImage } from "@/lib/ui/public/preview-image";

const BROWSER_CACHE_S = 3_600;

export async function GET(request: Request, context: FormContext): Promise<Response> {
  return answerOrNotice(async () => {
    const { name } = await getPublicFormRow(await formIdOf(context));
    const headers = {
      "Content-Type": "image/png",
      "Cache-Control": `public, max-age=${BROWSER_CACHE_S}, s-maxage=${BROWSER_CACHE_S}`,
      ETag: weakEtag("form", name),
    };
    if (request.headers.get("if-none-match") === headers.ETag)
      return new Response(null, { status: 304, headers });
    return new Response(await previewImage({ title: name, kind: "Form" }), { headers });
  });
}
