import { fieldsOf, isAbout, isAboutRecord } from "@/lib/crm/automations/catalog";
import type { TriggerDraft } from "@/lib/ui/automations/draft";
import type { Incoming } from "@/lib/ui/automations/incoming";
import type { CrmObject } from "@/lib/ui/crm/queries";
import {
  attributePlaceholders,
  type PlaceholderGroup,
  recordPlaceholders,
} from "@/lib/ui/requests/placeholders";

const EXAMPLES = ["email", "name", "message"].map((key) => ({ key, label: key }));

/** The placeholders available to an automation's actions, by its trigger, and what comes in with it if that is known. */
export function placeholdersFor(
  trigger: TriggerDraft,
  object: CrmObject | undefined,
  incoming: readonly Incoming[] | null,
): PlaceholderGroup[] {
  if (!isAboutRecord(trigger.type)) {
    const fields = incoming ?? EXAMPLES;
    const title = incoming ? "Fields of the form" : "Fields of a form by their keys, for example";
    const placeholders = fields.map(({ key, label }) => ({ label, text: `{{form.${key}}}` }));
    return [{ label: fieldsOf(trigger.type)?.label ?? title, placeholders }];
  }
  const groups = recordPlaceholders(object);
  if (!isAbout(trigger.type, "changed_record")) return groups;
  const before = {
    label: "Before the change",
    placeholders: attributePlaceholders("old", object?.attributes ?? []),
  };
  return [...groups, before];
}
