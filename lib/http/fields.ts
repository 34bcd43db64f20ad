import { z } from "zod";
import { cleanText } from "@/lib/http/clean-text";
import { LOGO_BYTES_MAX } from "@/lib/http/limits";
import { keptUrlProblem } from "@/lib/http/url-rules";

/** Any JSON value. The API reference names it without expanding it: generators can't handle recursive types. */
export const JsonValue = z.json();
z.globalRegistry.add(JsonValue, { id: "JsonValue" });

/** An id in a path. A malformed one is answered as an unknown one: 404 `<Thing> not found`. */
export function idParam(thing: string): z.ZodType<string> {
  return z.uuid(`${thing} not found`).toLowerCase();
}

/** What is said of anything else where an id is wanted. */
export const NOT_A_UUID = "Not a UUID, as in 7c9e6679-7425-40de-944b-e07fc1f90ae7";

/**
 * An id that a client gives. Case does not matter (RFC 9562, 4), and some languages write upper case: ours are lower, and
 * so is what is compared with them.
 */
export const GivenId = z.uuid(NOT_A_UUID).toLowerCase();

/**
 * A whole number in a query: decimal digits, where `Number` reads `1e2`, `0x10`, spaces and nothing at all as numbers, too.
 * @param preset what it is where the query does not say
 */
export function wholeNumber(min: number, max: number, preset: number) {
  const read = z.preprocess(
    (sent) => (typeof sent === "string" && /^-?\d+$/.test(sent) ? Number(sent) : sent),
    // A message by itself would be that of the bounds, too.
    z
      .int({ error: ({ code }) => (code === "invalid_type" ? "Must be a whole number" : undefined) })
      .min(min)
      .max(max),
  );
  // Not a default, which the API reference would not name: it shows what is sent, before it is read.
  return read.prefault(preset);
}

/** Checked by `authorise()` before anything else, so a malformed id is answered like a foreign one. */
export const WorkspaceParams = z.object({ workspace_id: z.string() });

/** A time as the service writes it: ISO 8601, UTC, ending in Z. What clients send is a `GivenTime`. */
export const Timestamp = z.iso
  .datetime()
  .meta({ description: "ISO 8601, UTC", example: "2026-11-20T09:30:00.000Z" });

/** The error of a text that is no time. */
const NOT_A_TIME = "Not a time with seconds from 00 to 59, as in 2026-11-20T09:30:00Z";

/** A time with its offset by RFC 3339, which takes `t` and `z` too. What comes out has them in upper case. */
export const OffsetTime = z
  .string({ error: NOT_A_TIME })
  .toUpperCase()
  .check(z.iso.datetime({ offset: true, error: NOT_A_TIME }));

/**
 * A time that a client gives: in UTC or with an offset, because many languages write UTC as `+00:00`, and in the years
 * that ISO 8601 and Postgres write alike.
 */
export const GivenTime = OffsetTime.refine(
  (text) => {
    const year = new Date(text).getUTCFullYear();
    return Number.isNaN(year) || (year >= 1 && year <= 9_999);
  },
  { message: "Not a time between the years 1 and 9999" },
).meta({ description: "ISO 8601, in UTC or with an offset", example: "2026-11-20T09:30:00.000Z" });

/** For the time that ends a span, so that the request which the API reference shows is one that works. */
export const SPAN_END = { example: "2026-11-20T17:30:00.000Z" };

const EARLIEST = "1970-01-01T00:00:00Z";
const LATEST = "9999-12-31T00:00:00Z";

/** An end of a span whose hours or days are counted. A malformed time is NaN here, which its own check reports. */
export const SpanTime = GivenTime.refine(
  (value) => !(Date.parse(value) < Date.parse(EARLIEST) || Date.parse(value) > Date.parse(LATEST)),
  `Must lie between ${EARLIEST} and ${LATEST}`,
);

const TIME_ZONE_CHARS_MAX = 64;
const TIME_ZONE = /^[A-Za-z][A-Za-z0-9_+/-]*$/;

/** A time zone by its IANA name, as far as this server knows it. */
export const TimeZone = z
  .string()
  .max(TIME_ZONE_CHARS_MAX)
  .refine(
    (name) => {
      try {
        return TIME_ZONE.test(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
      } catch {
        return false;
      }
    },
    { message: "Must be a time zone's IANA name, such as Europe/Berlin" },
  )
  .meta({ description: "A time zone's IANA name", example: "Europe/Berlin" });

/** A day of the calendar, wherever the reader is: `2026-11-20`. */
export const Day = z.iso
  .date("Not a day, as in 2026-11-20")
  // The last of all days stands for none where lists are sorted by days.
  .refine((text) => text >= "0001-01-01" && text < "9999-12-31", {
    message: "Not a day between the years 1 and 9999",
  })
  .meta({ description: "A day of the calendar", example: "2026-11-20" });

/** A text for people to read: trimmed, without misleading characters; it may be empty. */
export function shownText(charsMax: number, isMultiline: boolean) {
  return z
    .string()
    .overwrite((text) => cleanText(text, isMultiline))
    .max(charsMax);
}

/** More than spaces, controls, what Unicode lets be ignored, and the blank of Braille. */
const SEEN = /[^\p{Z}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A single line that people read: as `shownText`, with something in it that they see. */
export function line(charsMax: number): z.ZodType<string, string> {
  return shownText(charsMax, false)
    .min(1)
    .refine((text) => text === "" || SEEN.test(text), "Must hold something that can be seen");
}

/**
 * An https address that is kept and followed later.
 * @param hostname by default a public domain; pictures may be where a provider of one's own has them
 */
export function httpsUrl(charsMax: number, hostname: RegExp = z.regexes.domain) {
  return (
    z
      .string()
      .trim()
      .max(charsMax)
      // Before `z.url`, which takes line breaks out as `new URL` does.
      .superRefine((text, context) => {
        const problem = keptUrlProblem(text);
        if (problem) context.addIssue({ code: "custom", message: problem });
      })
      .pipe(z.url({ protocol: /^https$/, hostname, error: "Not an https address" }))
  );
}

const REPORT_DETAILS_CHARS_MAX = 2_000;

/** A visitor's report that a public page is abusive. */
export const PageReport = z.object({
  reason: z.enum(["spam", "phishing", "personal_data", "abuse", "other"]),
  details: shownText(REPORT_DETAILS_CHARS_MAX, true).default(""),
});

/** The colour of a public page. */
export const PageColor = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, "A colour as #rrggbb, in lower case")
  .nullable()
  .meta({ description: "Of buttons and links; null for the usual one", example: "#5a31f4" });

const LOGO_URL = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
/** Base64 takes four characters for three bytes. */
const LOGO_URL_CHARS_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4 + 64;

/** A pixel. */
const LOGO_EXAMPLE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The logo of a public page as it is given; `readLogo` reads it. */
export const GivenLogo = z
  .string()
  .max(LOGO_URL_CHARS_MAX)
  .regex(LOGO_URL, "A PNG, JPEG or WebP of at most 64 KB, as data:image/png;base64,…")
  .nullable()
  .meta({ description: "A data URL; null takes the logo away", example: LOGO_EXAMPLE });

/** The logo of a public page as it is shown to its makers. */
export const ShownLogo = z
  .string()
  .nullable()
  .meta({ description: "The logo as a data URL; null if there is none", example: LOGO_EXAMPLE });
