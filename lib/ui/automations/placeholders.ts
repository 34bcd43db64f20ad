import { fieldsOf, isAbout, isAboutRecord } from "@/lib/crm/automations/catalog";
import type { TriggerDraft } from "@/lib/ui/automations/draft";
import type { Attribute, CrmObject } from "@/lib/ui/crm/queries";

type Placeholder = { label: string; text: string };
export type PlaceholderGroup = { label: string; placeholders: Placeholder[] };

const FORM_EXAMPLES = { label: "Fields of the form, by their names", names: ["email", "name", "message"] };

function ofAttributes(root: "record" | "old", attributes: readonly Attribute[]): Placeholder[] {
  return attributes.map(({ name, slug }) => ({ label: name, text: `{{${root}.${slug}}}` }));
}

/** What texts about a record may hold. */
export function recordPlaceholders(object: CrmObject | undefined): PlaceholderGroup[] {
  const noun = object?.singular_name ?? "Record";
  return [
    {
      label: noun,
      placeholders: [
        ...ofAttributes("record", object?.attributes ?? []),
        { label: "Its id", text: "{{record_id}}" },
        { label: "Which object it is of", text: "{{object}}" },
      ],
    },
  ];
}

/** What the texts of an automation's actions may hold, by what sets it off. */
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
  const before = { label: "Before the change", placeholders: ofAttributes("old", object?.attributes ?? []) };
  return [...groups, before];
}
