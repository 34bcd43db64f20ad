import { fieldsOf, isAbout, isAboutRecord } from "@/lib/crm/automations/catalog";
import type { TriggerDraft } from "@/lib/ui/automations/draft";
import type { CrmObject } from "@/lib/ui/crm/queries";
import {
  attributePlaceholders,
  type PlaceholderGroup,
  recordPlaceholders,
} from "@/lib/ui/requests/placeholders";

const FORM_EXAMPLES = { label: "Fields of the form, by their names", names: ["email", "name", "message"] };

/** The placeholders available to an automation's actions, by its trigger. */
export function placeholdersFor(trigger: TriggerDraft, object: CrmObject | undefined): PlaceholderGroup[] {
  if (!isAboutRecord(trigger.type)) {
    const { label, names } = fieldsOf(trigger.type) ?? FORM_EXAMPLES;
    return [
      {
        label,
        placeholders: names.map((field) => ({ label: field, text: `{{form.${field}}}` })),
      },
    ];
  }
  const groups = recordPlaceholders(object);
  if (!isAbout(trigger.type, "changed_record")) return groups;
  const before = {
    label: "Before the change",
    placeholders: attributePlaceholders("old", object?.attributes ?? []),
  };
  return [...groups, before];
}
