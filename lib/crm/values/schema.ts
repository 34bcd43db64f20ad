/** A value in JSON, as `Value` of attributes checks it; null where a record has none. */
export type Value = string | number | boolean | string[] | null;

/** What a value can be chosen from. */
export type Options = readonly { value: string; label: string }[];

export type Decimal = "point" | "comma";
export type DateOrder = "day_first" | "month_first";

/** How a file writes numbers and dates; null if unknown. */
export type Formats = { decimal: Decimal | null; dates: DateOrder | null; locale: string | null };

/** A cell's value, or what is wrong with it. */
export type Reading = { value: Value } | { fault: string };
