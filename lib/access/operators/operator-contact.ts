import { env } from "@/lib/platform/env";

/** Whom people are told to ask, as an email or http address: OPERATOR_CONTACT, else the first of OPERATOR_EMAILS. */
export function operatorContact(): string | null {
  return env().OPERATOR_CONTACT ?? null;
}
