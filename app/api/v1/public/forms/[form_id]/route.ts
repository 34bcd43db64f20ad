import { SUBMISSION_BYTES_MAX } from "@/lib/forms/limits";
import { getPublicForm } from "@/lib/forms/public/get-public-form";
import { submitForm } from "@/lib/forms/public/submit-form";
import { PublicForm, PublicFormParams, SubmitForm, Submitted } from "@/lib/forms/schema";
import { countedIp } from "@/lib/http/client-ip";
import { allowingOrigins } from "@/lib/routes/allow-origins";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = allowingOrigins(
  publicRoute({
    summary: "A public form with its visible fields",
    description:
      "Everything a page needs to show the form, with a proof-of-work challenge if the form requires one.",
    params: PublicFormParams,
    response: PublicForm,
    errors: ["not_found"],
    handle: ({ params, now }) => getPublicForm(params.form_id, now),
  }),
);

export const POST = allowingOrigins(
  publicRoute({
    summary: "Submit a public form",
    operationId: "public.forms.submit",
    description:
      "Fields that the form doesn't show are refused. Spam gets the same answer and is set aside for the form's owners.",
    params: PublicFormParams,
    body: SubmitForm,
    bodyBytesMax: SUBMISSION_BYTES_MAX,
    response: Submitted,
    status: 201,
    errors: ["not_found", "conflict", "too_many_requests"],
    handle: ({ request, params, body, now }) => submitForm(params.form_id, body, countedIp(request), now),
  }),
);

export const OPTIONS = allowingOrigins(
  publicRoute({
    summary: "Tell browsers whether pages of an origin may show the form",
    description:
      "A CORS preflight: browsers send it by themselves. Only sites that the form names are let in.",
    params: PublicFormParams,
    handle: async () => {},
  }),
);
