import { type FormContext, formIdOf, showForm, takeForm } from "@/app/(public)/f/[form_id]/form-answer";
import { answerOrNotice } from "@/app/(public)/f/[form_id]/page-answer";

export async function GET(request: Request, context: FormContext): Promise<Response> {
  return answerOrNotice(async () => showForm(request, await formIdOf(context), false));
}

export async function POST(request: Request, context: FormContext): Promise<Response> {
  return answerOrNotice(async () => takeForm(request, context, await formIdOf(context), false));
}
