import {
  IconAlignLeft,
  IconAt,
  IconCalendar,
  IconCircleDot,
  IconCoin,
  IconHash,
  IconLink,
  IconListCheck,
  IconPhone,
  IconSquareCheck,
  type IconTag,
  IconUser,
  IconWorld,
} from "@tabler/icons-react";
import type { AttributeType, Value } from "@/lib/crm/attributes/schema";
import type { Attribute, CrmObject, CrmRecord } from "@/lib/ui/crm/queries";
import { readerLocale } from "@/lib/ui/kit/locale";

/** What the types of attributes are called. */
export const TYPES: Record<AttributeType, { label: string; Icon: typeof IconTag }> = {
  text: { label: "Text", Icon: IconAlignLeft },
  number: { label: "Number", Icon: IconHash },
  currency: { label: "Currency", Icon: IconCoin },
  checkbox: { label: "Checkbox", Icon: IconSquareCheck },
  date: { label: "Date", Icon: IconCalendar },
  select: { label: "Select", Icon: IconCircleDot },
  multi_select: { label: "Multi-select", Icon: IconListCheck },
  email: { label: "Email", Icon: IconAt },
  url: { label: "Web address", Icon: IconWorld },
  phone: { label: "Phone", Icon: IconPhone },
  reference: { label: "Reference", Icon: IconLink },
  user: { label: "Member", Icon: IconUser },
};

/** The attribute by which records are called: the first text. */
export function titleAttribute({ attributes }: Pick<CrmObject, "attributes">): Attribute | null {
  return attributes.find(({ type }) => type === "text") ?? null;
}

/** What a record is called. */
export function titleOf({ title }: Pick<CrmRecord, "title">): string {
  return title.trim() === "" ? "Untitled" : title;
}

/** A calendar date, which is the same in every zone. */
function dateText(value: string): string {
  const at = new Date(`${value}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return value;
  return new Intl.DateTimeFormat(readerLocale(), { dateStyle: "medium", timeZone: "UTC" }).format(at);
}

/** A value as a line of text; empty for none. What refers to something else is called by `labels`. */
export function valueText(
  { type, options, currency_code }: Pick<Attribute, "type" | "options" | "currency_code">,
  value: Value,
  labels: Readonly<Record<string, string>> = {},
): string {
  if (value === null || value === "") return "";
  const optionText = (chosen: string) => options.find((option) => option.value === chosen)?.label ?? chosen;
  if (Array.isArray(value)) return value.map(optionText).join(", ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") {
    return new Intl.NumberFormat(
      readerLocale(),
      type === "currency"
        ? { style: "currency", currency: currency_code ?? "USD" }
        : { maximumFractionDigits: 20 },
    ).format(value);
  }
  switch (type) {
    case "date":
      return dateText(value);
    case "select":
      return optionText(value);
    case "reference":
    case "user":
      return labels[value] ?? value;
    default:
      return value;
  }
}

/** `1 record`, `2 records`. */
export function countOf(count: number, singular: string, plural: string): string {
  return `${count.toLocaleString(readerLocale())} ${count === 1 ? singular : plural}`;
}

/** A name inside a sentence: "Company" → "company"; names in capitals stay. */
export function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
