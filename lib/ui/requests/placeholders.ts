import type { Attribute, CrmObject } from "@/lib/ui/crm/queries";

type Placeholder = { label: string; text: string };
export type PlaceholderGroup = { label: string; placeholders: Placeholder[] };

/** The values of a record, as it is or as it was. */
export function attributePlaceholders(
  root: "record" | "old",
  attributes: readonly Attribute[],
): Placeholder[] {
  return attributes.map(({ name, slug }) => ({ label: name, text: `{{${root}.${slug}}}` }));
}

/** What texts about a record may hold. */
export function recordPlaceholders(object: CrmObject | undefined): PlaceholderGroup[] {
  const noun = object?.singular_name ?? "Record";
  return [
    {
      label: noun,
      placeholders: [
        ...attributePlaceholders("record", object?.attributes ?? []),
        { label: "Its id", text: "{{record_id}}" },
        { label: "Which object it is of", text: "{{object}}" },
      ],
    },
  ];
}
