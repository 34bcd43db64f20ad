import { readerLocale } from "@/lib/ui/kit/words/locale";

const formats = new Map<string, Intl.DateTimeFormat>();

/** A calendar date such as `2026-11-20` in words, the same in every zone; any other text as it is. */
export function dateText(day: string, locale = readerLocale()): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  const format =
    formats.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  formats.set(locale, format);
  return format.format(at);
}
