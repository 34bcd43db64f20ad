import { env } from "@/lib/platform/env";

/**
 * Whom people should contact, as an email or http address: OPERATOR_CONTACT, otherwise the first of OPERATOR_EMAILS.
 */
export function operatorContact(): string | null {
  return env().OPERATOR_CONTACT ?? null;
}
