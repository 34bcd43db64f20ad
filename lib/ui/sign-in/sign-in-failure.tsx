import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import { IconPlugConnectedX } from "@/lib/ui/icons";
import { Contact } from "@/lib/ui/kit/people/contact";

/** Who may create an account here, and whom to ask otherwise. */
export type SignUpTerms = {
  mode: "open" | "invited" | "closed";
  domains: readonly string[];
  contact: string | null;
};

/** `example.com`, `example.com or example.org` */
export function listDomains(domains: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(domains);
}

type Meaning = { title?: string; words: (terms: SignUpTerms) => ReactNode };

const say = (words: string): Meaning => ({ words: () => words });

/** What each error code of the sign-in flow means to the reader (contract section 2). */
const MEANING_OF_ERROR: Record<string, Meaning> = {
  invalid_state: say(
    "That sign-in took longer than ten minutes or was already used. Nothing is lost, please start again.",
  ),
  access_denied: say(
    "You declined to share your account, or it was switched off here. Sign-in needs your name and email address, nothing more.",
  ),
  no_email: say("Your account has no email address that we may see. Add one there, or use another provider."),
  token_exchange_failed: say("The provider did not confirm the sign-in. Please try again in a moment."),
  userinfo_failed: say("The provider did not tell us who you are. Please try again in a moment."),
  provider_error: say("The provider reported a problem. Please try again, or use another provider."),
  too_many_attempts: say(
    "Too many sign-ins were started from your network. Please try again in a few minutes.",
  ),
  sign_up_closed: {
    title: "You have no account here",
    words: ({ contact }) => (
      <>
        This service takes no new accounts. If you have one by another provider, sign in with that; otherwise
        ask <Contact contact={contact} />.
      </>
    ),
  },
  invite_needed: {
    title: "You need an invite",
    words: ({ contact }) => (
      <>
        Your first sign-in needs an invite to the email address of the account that you used. Ask a member of
        the workspace to invite that address, or ask <Contact contact={contact} />.
      </>
    ),
  },
  email_domain: {
    title: "This address can't be used here",
    words: ({ domains, contact }) => (
      <>
        {domains.length > 0
          ? `New accounts need an address of ${listDomains(domains)}. Sign in with one of these, or ask `
          : "New accounts need an address of certain domains. Ask "}
        <Contact contact={contact} />.
      </>
    ),
  },
  email_unverified: {
    title: "Your address is not confirmed",
    words: ({ contact }) => (
      <>
        The provider has not confirmed that your email address is yours, and a new account needs that. Confirm
        it there, or use another provider. If that does not help, ask <Contact contact={contact} />.
      </>
    ),
  },
};

/** Why somebody was not signed in, and what to do about it. */
export function SignInFailure({ error, terms }: { error: string; terms: SignUpTerms }) {
  // The address may hold any word.
  const meaning = Object.hasOwn(MEANING_OF_ERROR, error) ? MEANING_OF_ERROR[error] : undefined;
  const { title, words } = meaning ?? say("The sign-in did not work. Please try again.");
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconPlugConnectedX size={18} />}
      title={title ?? "You are not signed in"}
    >
      {words(terms)}
    </Alert>
  );
}
