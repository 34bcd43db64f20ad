import { readerLocale } from "@/lib/ui/kit/words/locale";

/** A time with its seconds, in the browser's zone or in a given one. */
export function exactTime(at: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(readerLocale(), {
    dateStyle: "medium",
    timeStyle: "long",
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(at));
}

/** The clock alone, to the second, in the reader's zone. */
export function clockTime(at: string): string {
  return new Intl.DateTimeFormat(readerLocale(), { timeStyle: "medium" }).format(new Date(at));
}

/** `in 42 s`, `in 3 min 5 s`, `in 9 h 58 min`, `any moment`: how long until something is due. */
export function secondsUntil(at: string, nowMs: number): string {
  const seconds = Math.ceil((Date.parse(at) - nowMs) / 1000);
  if (seconds <= 0) return "any moment";
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return `in ${rest} s`;
  if (minutes < 10) return rest === 0 ? `in ${minutes} min` : `in ${minutes} min ${rest} s`;
  if (minutes < 60) return `in ${minutes} min`;
  const [hours, over] = [Math.floor(minutes / 60), minutes % 60];
  return over === 0 ? `in ${hours} h` : `in ${hours} h ${over} min`;
}

const pad = (part: number) => String(part).padStart(2, "0");

/** An instant as a field for date and time wants it: the reader's clock, without zone. Empty for what is no time. */
export function toField(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join("-");
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The instant that such a field names, as the API wants it; empty for none. */
export function fromField(text: string): string {
  const date = new Date(text);
  return text === "" || Number.isNaN(date.getTime()) ? "" : date.toISOString();
}
