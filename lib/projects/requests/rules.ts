import { withoutUnseen } from "@/lib/http/clean-text";
import { DAY_MS } from "@/lib/platform/limits";
import { LINKS_MAX, NEW_ACCOUNT_DAYS } from "@/lib/projects/requests/limits";

/** Nobody sees them, and XML allows none of them. */
const NONCHARACTERS = /[\ufffe\uffff]/g;

/** A text as strangers may read it: without characters that steer how it, or what stands beside it, is shown. */
export function withoutControls(text: string): string {
  return withoutUnseen(text).replace(NONCHARACTERS, "");
}

type Contribution = { text: string; isStaff: boolean; authorCreatedAt: Date };

/**
 * Whether a text must wait for approval: depending on the page's setting (`nobody`, `new_accounts`, `everyone`), and
 * always if it has many links. Texts by the project's members never do.
 */
export function needsReview(
  reviews: string,
  { text, isStaff, authorCreatedAt }: Contribution,
  now: Date,
): boolean {
  if (isStaff) return false;
  const links = text.match(/https?:\/\/|www\./gi) ?? [];
  if (reviews === "everyone" || links.length > LINKS_MAX) return true;
  return reviews === "new_accounts" && now.getTime() - authorCreatedAt.getTime() < NEW_ACCOUNT_DAYS * DAY_MS;
}

/**
 * The part of a person's name that strangers may read. A person without a name is named by their address, which
 * strangers must not see.
 */
export function publicName(name: string): string {
  const shown = withoutControls(name).trim();
  return shown === "" || shown.includes("@") ? "Anonymous" : shown;
}
