import type { Attribute, CrmObject, CrmRecord } from "@/lib/ui/crm/queries";
import { readerLocale } from "@/lib/ui/kit/time/locale";

/** The attribute used as a record's title: the first text. */
export function titleAttribute({ attributes }: Pick<CrmObject, "attributes">): Attribute | null {
  return attributes.find(({ type }) => type === "text") ?? null;
}

/** A record's title. */
export function titleOf({ title }: Pick<CrmRecord, "title">): string {
  return title.trim() === "" ? "Untitled" : title;
}

/** `1 record`, `2 records`. */
export function countOf(count: number, singular: string, plural: string): string {
  return `${count.toLocaleString(readerLocale())} ${count === 1 ? singular : plural}`;
}

/** A name inside a sentence: "Company" → "company"; names in capitals stay. */
export function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
