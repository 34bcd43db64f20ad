import { createHash } from "node:crypto";
import * as publicForm from "@/app/api/v1/public/forms/[form_id]/route";
import * as form from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/route";
import * as submissions from "@/app/api/v1/workspaces/[workspace_id]/forms/[form_id]/submissions/route";
import * as forms from "@/app/api/v1/workspaces/[workspace_id]/forms/route";
import { FILL_TIME_MIN_MS } from "@/lib/forms/limits";
import { openTicket } from "@/lib/forms/public/ticket";
import { call } from "@/tests/support/call";

export const FIELDS = [
  { key: "name", label: "Name", type: "text", required: true },
  { key: "email", label: "Email", type: "email" },
  { key: "message", label: "Message", type: "textarea" },
];

/** A workspace's forms as the bearer works with them, and as visitors do. */
export function formsOf(bearer: string, workspaceId: string) {
  const at = (formId: string) => ({ workspace_id: workspaceId, form_id: formId });
  const own = {
    at,
    create: (body: object) =>
      call(forms.POST, "POST", {
        bearer,
        params: { workspace_id: workspaceId },
        body: { name: "Contact", ...body },
      }),
    /** A public form that must be made; its id. */
    make: async (body: object = {}): Promise<string> => {
      const answer = await own.create({ is_public: true, fields: FIELDS, ...body });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json.id;
    },
    get: (formId: string) => call(form.GET, "GET", { bearer, params: at(formId) }),
    change: (formId: string, body: object) => call(form.PATCH, "PATCH", { bearer, params: at(formId), body }),
    submissions: (formId: string, query: Record<string, string> = {}) =>
      call(submissions.GET, "GET", { bearer, params: at(formId), query }),
  };
  return own;
}

/** A ticket of somebody who took their time. */
export function aTicket(formId: string, ageMs = 10 * FILL_TIME_MIN_MS): string {
  return openTicket(formId, new Date(Date.now() - ageMs));
}

/** What visitors do with a form. */
export const visit = {
  open: (formId: string, headers: Record<string, string> = {}) =>
    call(publicForm.GET, "GET", { params: { form_id: formId }, headers }),
  submit: (formId: string, values: unknown, more: object = {}, headers: Record<string, string> = {}) =>
    call(publicForm.POST, "POST", {
      params: { form_id: formId },
      headers,
      body: { values, ticket: aTicket(formId), ...more },
    }),
};

/** What a browser computes for a challenge. */
export function solve(challenge: { salt: string; challenge: string; maxnumber: number }): string {
  for (let number = 0; number <= challenge.maxnumber; number++) {
    const hash = createHash("sha256").update(`${challenge.salt}${number}`).digest("hex");
    if (hash === challenge.challenge) {
      return Buffer.from(JSON.stringify({ ...challenge, number })).toString("base64");
    }
  }
  throw new Error("no number solves the challenge");
}
