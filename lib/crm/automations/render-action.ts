import type { Action } from "@/lib/crm/automations/schema";
import { renderRequest } from "@/lib/crm/requests/send-request";
import { renderJson, renderText, type Subject } from "@/lib/crm/templates/rules";

type Values = Record<string, unknown>;

/** The body of a request whose author wrote none. */
function standardBody({ record_id, object, record, old, form }: Subject, ids: Values): Values {
  const isForm = object === null;
  return { ...ids, ...(isForm ? { form } : { object, record_id, record, old }) };
}

/**
 * An action with its placeholders filled in, which is also what the log keeps of it: it contains no header's value.
 * @param ids tells the receiver of a request where it comes from
 * @throws TemplateError
 */
export function renderAction(action: Action, subject: Subject, ids: Values) {
  switch (action.type) {
    case "create_record":
      return {
        type: action.type,
        object: action.object,
        values: renderJson(action.values, subject) as Values,
      };
    case "update_record":
      return { type: action.type, values: renderJson(action.values, subject) as Values };
    case "enroll_in_sequence":
    case "exit_sequence":
      return { type: action.type, sequence_id: action.sequence_id };
    case "http_request":
      return { type: action.type, ...renderRequest(action, subject, standardBody(subject, ids)) };
    case "notify":
      return {
        type: action.type,
        developer_ids: action.developer_ids,
        title: renderText(action.title, subject),
        body: renderText(action.body, subject),
      };
  }
}

export type RenderedAction = ReturnType<typeof renderAction>;
