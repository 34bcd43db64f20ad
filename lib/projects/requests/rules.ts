import { withoutUnseen } from "@/lib/http/clean-text";
import { LINKS_MAX, NEW_ACCOUNT_DAYS } from "@/lib/projects/requests/limits";

const DAY_MS = 86_400_000;

/** Nobody sees them, and XML allows none of them. */
const NONCHARACTERS = /[\ufffe\uffff]/g;

/** A text as strangers may read it: without characters that steer how it, or what stands beside it, is shown. */
export function withoutControls(text: string): string {
  return withoutUnseen(text).replace(NONCHARACTERS, "");
}

type Contribution = { text: string; isStaff: boolean; authorCreatedAt: Date };

/**
 * Whether what someone wrote waits until staff let it through: by the page's setting (`nobody`, `new_accounts`,
 * `everyone`), and with many links in it always. What staff write never does.
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
 * What strangers may read of a person's name. Whoever signed in without one is named by their address, which is
 * nobody's business.
 */
export function publicName(name: string): string {
  const shown = withoutControls(name).trim();
  return shown === "" || shown.includes("@") ? "Anonymous" : shown;
}
