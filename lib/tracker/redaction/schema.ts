import { z } from "zod";
import { line } from "@/lib/http/fields";
import { normalHost } from "@/lib/tracker/enrichment/spellings";
import {
  REDACTED_TEXT_CHARS_MIN,
  REDACTION_RULE_CHARS_MAX,
  REDACTION_RULES_MAX,
} from "@/lib/tracker/redaction/limits";

const HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

export const RedactionRule = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("host"),
      value: line(REDACTION_RULE_CHARS_MAX)
        .transform(normalHost)
        .refine((host) => HOST.test(host), "Must be a host alone, such as mail.example.com")
        .meta({
          description: "A host and its subdomains: neither title nor address is kept",
          example: "mail.example.com",
        }),
    }),
    z.object({
      kind: z.literal("app"),
      value: line(REDACTION_RULE_CHARS_MAX).meta({
        description: "An app's name or bundle id: nothing but the app is kept",
      }),
    }),
    z.object({
      kind: z.literal("text"),
      value: line(REDACTION_RULE_CHARS_MAX)
        .refine(
          (text) => text.length >= REDACTED_TEXT_CHARS_MIN,
          `Must have at least ${REDACTED_TEXT_CHARS_MIN} characters`,
        )
        .meta({ description: "Masked wherever it appears, in upper or lower case; not a pattern" }),
    }),
  ])
  .meta({ id: "RedactionRule" });
export type RedactionRule = z.output<typeof RedactionRule>;

export const RedactionRules = z
  .object({ rules: z.array(RedactionRule).max(REDACTION_RULES_MAX) })
  .meta({ id: "RedactionRules" });
export type RedactionRules = z.input<typeof RedactionRules>;
