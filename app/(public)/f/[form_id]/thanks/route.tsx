import { type FormContext, formIdOf, logoOf, thanksOf } from "@/app/(public)/f/[form_id]/form-answer";
import { answerOrNotice, htmlAnswer, renderDocument } from "@/app/(public)/f/[form_id]/page-answer";
import { getPublicFormRow } from "@/lib/forms/public/get-public-form";
import { readTicket } from "@/lib/forms/public/ticket";
import { AppError } from "@/lib/http/app-error";
import { ThanksPage } from "@/lib/ui/public/form/thanks-page";
import { pageColorSheet } from "@/lib/ui/public/page-color";

export async function GET(request: Request, context: FormContext): Promise<Response> {
  return answerOrNotice(async () => {
    const formId = await formIdOf(context);
    const form = await getPublicFormRow(formId);
    const ticket = new URL(request.url).searchParams.get("sent") ?? "";
    if (readTicket(thanksOf(formId), ticket) === null) throw new AppError("not_found", "Form not found");
    const sheet = pageColorSheet(form.color);
    const logo = logoOf(formId, form.logoType !== null);
    const html = await renderDocument({
      title: form.name,
      ...(form.redirectUrl === null ? {} : { goesTo: form.redirectUrl }),
      content: <ThanksPage message={form.thankYouText} redirectUrl={form.redirectUrl} {...{ sheet, logo }} />,
    });
    return htmlAnswer(html, { frameAncestors: form.embedOrigins, sheet });
  });
}
