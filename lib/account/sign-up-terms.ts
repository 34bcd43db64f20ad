import { operatorContact } from "@/lib/access/operators/operator-contact";
import { env } from "@/lib/platform/env";

/** Who may create an account here, and whom to ask otherwise, for the sign-in page. */
export function signUpTerms(): {
  mode: "open" | "invited" | "closed";
  domains: readonly string[];
  contact: string | null;
} {
  return { mode: env().SIGN_UP, domains: env().SIGN_UP_EMAIL_DOMAINS, contact: operatorContact() };
}
