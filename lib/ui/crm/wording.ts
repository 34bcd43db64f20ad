import type { Attribute, CrmObject, CrmRecord } from "@/lib/ui/crm/queries";

/** The attribute used as a record's title: the first text. */
export function titleAttribute({ attributes }: Pick<CrmObject, "attributes">): Attribute | null {
  return attributes.find(({ type }) => type === "text") ?? null;
}

/** A record's title. */
export function titleOf({ title }: Pick<CrmRecord, "title">): string {
  return title.trim() === "" ? "Untitled" : title;
}

/** A name inside a sentence: "Company" → "company"; names in capitals stay. */
export function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
