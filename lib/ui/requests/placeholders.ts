import type { Attribute, CrmObject } from "@/lib/ui/crm/queries";

type Placeholder = { label: string; text: string };
export type PlaceholderGroup = { label: string; placeholders: Placeholder[] };

/** Placeholders for a record's values, current or former. */
export function attributePlaceholders(
  root: "record" | "old",
  attributes: readonly Attribute[],
): Placeholder[] {
  return attributes.map(({ name, slug }) => ({ label: name, text: `{{${root}.${slug}}}` }));
}

/** The placeholders available in texts about a record. */
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
