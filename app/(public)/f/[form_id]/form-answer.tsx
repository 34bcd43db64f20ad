import { z } from "zod";
import { htmlAnswer, renderDocument, weakEtag } from "@/app/(public)/f/[form_id]/page-answer";
import { POST as submit } from "@/app/api/v1/public/forms/[form_id]/route";
import { SUBMISSION_BYTES_MAX } from "@/lib/forms/limits";
import { getPublicForm } from "@/lib/forms/public/get-public-form";
import { openTicket } from "@/lib/forms/public/ticket";
import { initialValues, valuesFromTexts } from "@/lib/forms/rules";
import { type PublicForm, PublicFormParams } from "@/lib/forms/schema";
import { AppError } from "@/lib/http/app-error";
import { readBytes } from "@/lib/http/request-body";
import { env } from "@/lib/platform/env";
import { storageOrigin } from "@/lib/platform/storage-configured";
import { plainText } from "@/lib/ui/light-kit/markdown/read-markdown";
import { FormPage, type FormPageProps } from "@/lib/ui/public/form/form-page";
import { POSTED } from "@/lib/ui/public/form/names";
import { pageColorSheet } from "@/lib/ui/public/page-color";

export type FormContext = { params: Promise<{ form_id: string }> };

/** Long enough to take a rush of visitors off the service, short enough that closing a form is soon seen. */
const SHARED_CACHE_S = 30;
const DESCRIPTION_CHARS_MAX = 200;

/** The id in the address. @throws AppError not_found for one that can't be any */
export async function formIdOf(context: FormContext): Promise<string> {
  const params = PublicFormParams.safeParse(await context.params);
  if (!params.success) throw new AppError("not_found", "Form not found");
  return params.data.form_id;
}

async function documentOf(props: Omit<FormPageProps, "logo">): Promise<string> {
  const { form, isEmbedded } = props;
  const url = new URL(`/f/${form.id}`, env().BASE_URL).href;
  return renderDocument({
    title: form.name,
    description: plainText(form.description, DESCRIPTION_CHARS_MAX),
    isIndexed: form.is_indexed && !isEmbedded,
    shared: { url, image: `${url}/image` },
    hasScript: form.state === "open",
    isEmbedded,
    content: <FormPage {...props} logo={logoOf(form.id, form.has_logo)} />,
  });
}

/** Where else the page may stand, where it uploads files to, and the sheet with its colour. */
function allowedBy(form: PublicForm, isEmbedded: boolean) {
  const hasFiles = form.fields.some(({ type }) => type === "file");
  const storage = hasFiles ? storageOrigin() : null;
  return {
    frameAncestors: isEmbedded ? form.embed_origins : [],
    connect: storage === null ? [] : [storage],
    sheet: pageColorSheet(form.color),
  };
}

/** The address of a form's logo; null if it has none. */
export function logoOf(formId: string, hasLogo: boolean): string | null {
  return hasLogo ? `/f/${formId}/logo` : null;
}

/** The page of a form, filled in beforehand by what its address carries. @throws AppError not_found */
export async function showForm(request: Request, formId: string, isEmbedded: boolean): Promise<Response> {
  const form = await getPublicForm(formId, new Date());
  const query = new URL(request.url).searchParams;
  const values = initialValues(form.fields, query);
  const allowed = allowedBy(form, isEmbedded);
  const { sheet } = allowed;
  const html = await documentOf({ form, values, issues: [], problem: null, isEmbedded, sheet });
  // A challenge is for one visitor, and so is a page that carries what an address said of somebody.
  if (form.captcha !== null || query.size > 0) return htmlAnswer(html, allowed);
  // The ticket changes with every page, and an old one serves as well for a while.
  const etag = weakEtag(html.replaceAll(form.ticket, ""));
  const headers = { ETag: etag };
  const cacheControl = `public, max-age=0, s-maxage=${SHARED_CACHE_S}, must-revalidate`;
  if (request.headers.get("if-none-match")?.includes(etag)) {
    return new Response(null, { status: 304, headers: { ...headers, "Cache-Control": cacheControl } });
  }
  return htmlAnswer(html, { ...allowed, cacheControl, headers });
}

async function postedTexts(request: Request): Promise<[string, string][]> {
  const bytes = await readBytes(request, SUBMISSION_BYTES_MAX);
  return [...new URLSearchParams(bytes.toString("utf8"))];
}

const Refusal = z.object({
  detail: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

/**
 * Takes answers as a browser without scripts posts them, by the very route that scripts and programs use. Whoever is
 * refused gets the page again with what was typed and what is wrong.
 * @throws AppError not_found, too_large
 */
export async function takeForm(
  request: Request,
  context: FormContext,
  formId: string,
  isEmbedded: boolean,
): Promise<Response> {
  const now = new Date();
  const [form, texts] = await Promise.all([getPublicForm(formId, now), postedTexts(request)]);
  const values = valuesFromTexts(form.fields, texts);
  const extra = new Map(texts);
  const headers = new Headers(request.headers);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) headers.delete(name);
  headers.set("content-type", "application/json");
  const body = { values, ticket: extra.get(POSTED.ticket), website: extra.get(POSTED.website) };
  const answer = await submit(
    new Request(request.url, { method: "POST", headers, body: JSON.stringify(body) }),
    context,
  );
  if (answer.ok) {
    const thanks = `/f/${formId}/thanks?sent=${encodeURIComponent(openTicket(thanksOf(formId), now))}`;
    return new Response(null, {
      status: 303,
      headers: { Location: thanks, "Cache-Control": "private, no-store" },
    });
  }
  const { detail, issues } = Refusal.parse(await answer.json());
  const problem = issues.length === 0 ? detail : null;
  const allowed = allowedBy(form, isEmbedded);
  const html = await documentOf({ form, values, issues, problem, isEmbedded, sheet: allowed.sheet });
  const retryAfter = answer.headers.get("retry-after");
  return htmlAnswer(html, {
    status: answer.status,
    ...allowed,
    headers: retryAfter === null ? {} : { "Retry-After": retryAfter },
  });
}

/** What a ticket is for that lets somebody read a form's thanks: nobody else may, whoever guesses the address. */
export function thanksOf(formId: string): string {
  return `${formId}.thanks`;
}
