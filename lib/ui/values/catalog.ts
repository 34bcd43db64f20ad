import { CURRENCY_CODE_DEFAULT } from "@/lib/crm/attributes/limits";
import type { AttributeType, ColumnType } from "@/lib/crm/values/catalog";
import type { Options, Value } from "@/lib/crm/values/schema";
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
} from "@/lib/ui/icons";
import { dateText } from "@/lib/ui/kit/time/calendar-date";
import {
  type Parsed,
  parseDay,
  parseEmail,
  parseLink,
  parseNumber,
  parseOption,
  parseOptions,
  parseText,
  parseYesNo,
  safeLink,
} from "@/lib/ui/values/parse";

/*
 * How the types of attributes and columns look, one entry each; their rules are in `lib/crm/values/catalog.ts`. Entries
 * name an input and a view, which the console and the grid each draw with their own components.
 */

/** The parts of an attribute or column that reading and writing its values needs. */
export type Shape = { type: AttributeType; options: Options; currency_code: string | null };

/** Who values are shown to: their locales (BCP 47), and the names of records and members, by id. */
export type Reader = { numbers: string; days: string; labels: Readonly<Record<string, string>> };

export type Input =
  | "long_text"
  | "line"
  | "number"
  | "check"
  | "day"
  | "choice"
  | "choices"
  | "record"
  | "member";

export type View = "text" | "number" | "check" | "options" | "link" | "record" | "member";

export type Look = {
  label: string;
  Icon: typeof IconTag;
  input: Input;
  /** For a single-line input: its type, the browser's autofill, and an example. */
  line: { type: "text" | "email" | "url" | "tel"; placeholder: string };
  /** The keyboard that a phone shows. */
  keys: "text" | "decimal" | "email" | "url";
  /** The unit of a number. */
  unitOf(shape: Shape): string | null;
  view: View;
  /** The address a value links to, for views that are links. */
  linkOf(value: string): string | null;
  /** A value as text for editing, which `parse` can read. */
  typed(value: NonNullable<Value>, shape: Shape): string;
  /** A value as displayed. */
  shown(value: NonNullable<Value>, shape: Shape, reader: Reader): string;
  /** Parses typed text, which is trimmed and not empty. */
  parse(text: string, options: Options): Parsed;
  /** The default width of a column. */
  widthPx: number;
};

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, currency: string | null): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(
    locale,
    currency === null ? { maximumFractionDigits: 20 } : { style: "currency", currency },
  );
  numberFormats.set(key, made);
  return made;
}

function labelsText(value: NonNullable<Value>, { options }: Shape): string {
  return [value]
    .flat()
    .map((each) => options.find((option) => option.value === each)?.label ?? String(each))
    .join(", ");
}

/** The defaults of most types. */
const PLAIN = {
  input: "line",
  line: { type: "text", placeholder: "" },
  keys: "text",
  unitOf: (): string | null => null,
  view: "text",
  linkOf: (): string | null => null,
  typed: (value: NonNullable<Value>) => String(value),
  shown: (value: NonNullable<Value>) => String(value),
  parse: parseText,
  widthPx: 140,
} as const satisfies Partial<Look>;

const NUMERIC = {
  ...PLAIN,
  input: "number",
  keys: "decimal",
  view: "number",
  parse: parseNumber,
} as const satisfies Partial<Look>;

const CHOSEN = {
  ...PLAIN,
  view: "options",
  typed: labelsText,
  shown: labelsText,
} as const satisfies Partial<Look>;

const NAMED = {
  ...PLAIN,
  shown: (value: NonNullable<Value>, _shape: Shape, { labels }: Reader) =>
    labels[String(value)] ?? String(value),
} as const satisfies Partial<Look>;

const yesNo = (value: NonNullable<Value>) => (value === true ? "Yes" : "No");

export const TYPES = {
  text: { ...PLAIN, label: "Text", Icon: IconAlignLeft, input: "long_text", widthPx: 220 },
  number: {
    ...NUMERIC,
    label: "Number",
    Icon: IconHash,
    shown: (value: NonNullable<Value>, _shape: Shape, { numbers }: Reader) =>
      numberFormat(numbers, null).format(Number(value)),
  },
  currency: {
    ...NUMERIC,
    label: "Currency",
    Icon: IconCoin,
    unitOf: ({ currency_code }: Shape) => currency_code,
    shown: (value: NonNullable<Value>, { currency_code }: Shape, { numbers }: Reader) =>
      numberFormat(numbers, currency_code ?? CURRENCY_CODE_DEFAULT).format(Number(value)),
  },
  checkbox: {
    ...PLAIN,
    label: "Checkbox",
    Icon: IconSquareCheck,
    input: "check",
    view: "check",
    typed: yesNo,
    shown: yesNo,
    parse: parseYesNo,
    widthPx: 110,
  },
  date: {
    ...PLAIN,
    label: "Date",
    Icon: IconCalendar,
    input: "day",
    shown: (value: NonNullable<Value>, _shape: Shape, { days }: Reader) => dateText(String(value), days),
    parse: (text) => parseDay(text),
  },
  select: { ...CHOSEN, label: "Select", Icon: IconCircleDot, input: "choice", parse: parseOption },
  multi_select: {
    ...CHOSEN,
    label: "Multi-select",
    Icon: IconListCheck,
    input: "choices",
    parse: parseOptions,
    widthPx: 200,
  },
  email: {
    ...PLAIN,
    label: "Email",
    Icon: IconAt,
    line: { type: "email", placeholder: "ada@example.com" },
    keys: "email",
    view: "link",
    linkOf: (value: string) => `mailto:${encodeURIComponent(value).replace("%40", "@")}`,
    parse: parseEmail,
    widthPx: 200,
  },
  url: {
    ...PLAIN,
    label: "Web address",
    Icon: IconWorld,
    line: { type: "url", placeholder: "https://example.com" },
    keys: "url",
    view: "link",
    linkOf: safeLink,
    parse: parseLink,
    widthPx: 200,
  },
  phone: {
    ...PLAIN,
    label: "Phone",
    Icon: IconPhone,
    line: { type: "tel", placeholder: "+44 20 7946 0000" },
    view: "link",
    linkOf: (value: string) => `tel:${value.replace(/[^+\d]/g, "")}`,
  },
  reference: { ...NAMED, label: "Reference", Icon: IconLink, input: "record", view: "record" },
  user: { ...NAMED, label: "Member", Icon: IconUser, input: "member", view: "member" },
} as const satisfies Record<AttributeType, Look>;

/** The inputs and views of column types. */
export type ColumnInput = (typeof TYPES)[ColumnType]["input"];
export type ColumnView = (typeof TYPES)[ColumnType]["view"];

/** The look of a type. */
export function lookOf(type: AttributeType): Look {
  return TYPES[type];
}

/** Whether a value is empty. */
export function isEmpty(value: Value | undefined): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

/** A value as displayed; empty for none. */
export function shownText(shape: Shape, value: Value | undefined, reader: Reader): string {
  if (value === undefined || value === null || value === "") return "";
  return lookOf(shape.type).shown(value, shape, reader);
}

/** The text of a link: web addresses without their common beginning. */
export function linkText(value: string): string {
  return value.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
}

/** Whether two values are equal. */
export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, i) => each === b[i]);
  return a === b;
}
