import { z } from "zod";
import {
  REQUEST_BODY_CHARS_MAX,
  REQUEST_HEADER_NAME_CHARS_MAX,
  REQUEST_HEADER_VALUE_CHARS_MAX,
  REQUEST_HEADERS_MAX,
  REQUEST_URL_CHARS_MAX,
} from "@/lib/crm/requests/limits";
import { isFixedDestination, isOwnHeader } from "@/lib/crm/requests/rules";
import { placeholderIssues } from "@/lib/crm/templates/rules";

const NO_PLACEHOLDERS = { attributes: null, hasOld: false, hasForm: false };

const HeaderName = z
  .string()
  .max(REQUEST_HEADER_NAME_CHARS_MAX)
  // RFC 9110, 5.1
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "Not a header name")
  .refine((name) => !isOwnHeader(name), "This header is set by the service");

const Headers = z
  .array(
    z.object({
      name: HeaderName,
      value: z
        .string()
        .max(REQUEST_HEADER_VALUE_CHARS_MAX)
        .regex(/^[\x20-\x7e\t]*$/, "Only printable ASCII characters")
        .refine((value) => placeholderIssues(value, "", NO_PLACEHOLDERS).length === 0, {
          message: "Placeholders are filled in only in the URL and the body",
        })
        .nullable()
        .default(null)
        .meta({ description: "Never shown again. null keeps what is stored, while the URL's origin stays" }),
    }),
  )
  .max(REQUEST_HEADERS_MAX)
  .refine(
    (headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length,
    "Each header once",
  );

/** An HTTP request that an automation or a sequence makes. */
export const RequestFields = {
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]).default("POST"),
  url: z
    .string()
    .max(REQUEST_URL_CHARS_MAX)
    .refine(isFixedDestination, "An http or https URL whose host is written out, without credentials")
    .meta({ description: "Placeholders may stand behind the host", example: "https://example.com/hook" }),
  headers: Headers.default([]),
  body: z
    .json()
    .refine(
      (body) => JSON.stringify(body).length <= REQUEST_BODY_CHARS_MAX,
      `At most ${REQUEST_BODY_CHARS_MAX} characters`,
    )
    .default(null)
    .meta({ description: "Sent as JSON, placeholders filled in. null sends the record and what changed" }),
};

const Request = z.object(RequestFields);
export type RequestTemplate = z.output<typeof Request>;
