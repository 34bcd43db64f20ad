import { isOfRecords, type TriggerDraft } from "@/lib/ui/automations/draft";
import type { Attribute, CrmObject } from "@/lib/ui/crm/queries";

type Placeholder = { label: string; text: string };
export type PlaceholderGroup = { label: string; placeholders: Placeholder[] };

const CHAT_FIELDS = ["text", "user", "channel", "team"];
const FORM_EXAMPLES = ["email", "name", "message"];

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
  if (!isOfRecords(trigger.type)) {
    const isChat = trigger.type === "chat.message";
    const fields = isChat ? CHAT_FIELDS : FORM_EXAMPLES;
    return [
      {
        label: isChat ? "The message" : "Fields of the form, by their names",
        placeholders: fields.map((field) => ({ label: field, text: `{{form.${field}}}` })),
      },
    ];
  }
  const groups = recordPlaceholders(object);
  if (trigger.type !== "record.updated") return groups;
  const before = { label: "Before the change", placeholders: ofAttributes("old", object?.attributes ?? []) };
  return [...groups, before];
}
