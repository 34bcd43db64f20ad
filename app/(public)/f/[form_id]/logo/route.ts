import { type FormContext, formIdOf } from "@/app/(public)/f/[form_id]/form-answer";
import { answerOrNotice } from "@/app/(public)/f/[form_id]/page-answer";
import { getPublicLogo } from "@/lib/forms/form-logo";
import { logoAnswer } from "@/lib/http/logo";

/** The logo of a form's page. */
export async function GET(_request: Request, context: FormContext): Promise<Response> {
  return answerOrNotice(async () => logoAnswer(await getPublicLogo(await formIdOf(context))));
}
