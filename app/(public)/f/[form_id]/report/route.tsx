import type { FormContext } from "@/app/(public)/f/[form_id]/form-answer";
import { answerOrNotice, htmlAnswer, renderDocument } from "@/app/(public)/f/[form_id]/page-answer";
import { POST as report } from "@/app/api/v1/public/forms/[form_id]/report/route";
import { BODY_BYTES_MAX, readBytes } from "@/lib/http/request-body";
import { PublicNotice } from "@/lib/ui/public/frame";

const TITLE = { true: "Thank you for telling us", false: "That did not work" } as const;

/** Whoever comes back to this address, as by a reload, is taken to the form. */
export async function GET(_request: Request, { params }: FormContext): Promise<Response> {
  const { form_id } = await params;
  return new Response(null, { status: 303, headers: { Location: `/f/${encodeURIComponent(form_id)}` } });
}

/** Takes a report as the frame's plain form posts it. */
export async function POST(request: Request, context: FormContext): Promise<Response> {
  return answerOrNotice(async () => {
    const texts = new URLSearchParams((await readBytes(request, BODY_BYTES_MAX)).toString("utf8"));
    const headers = new Headers({ "content-type": "application/json" });
    const forwarded = request.headers.get("x-forwarded-for");
    if (forwarded !== null) headers.set("x-forwarded-for", forwarded);
    const body = JSON.stringify(Object.fromEntries(texts));
    const answer = await report(new Request(request.url, { method: "POST", headers, body }), context);
    const title = TITLE[`${answer.ok}`];
    const text = answer.ok
      ? "Your report has been sent to the people who run this service."
      : "Please try again later.";
    const html = await renderDocument({ title, content: <PublicNotice title={title} text={text} /> });
    return htmlAnswer(html, { status: answer.ok ? 200 : answer.status });
  });
}
