import type { TokenScope } from "@/lib/access/scope/rules";
import type { Origin } from "@/lib/http/origin";

/** What the bearer token proves. Tokens and JWTs make the same actor; few callers need to know which it was. */
export type Claim = {
  developerId: string;
  /** For an API token, for the audit log. */
  tokenId: string | null;
  /** For a JWT that names its session. */
  sessionId: string | null;
  /** What an API token may do at most; null for a JWT, and for a token that may do all its developer may. */
  tokenScope: TokenScope | null;
  /** When its person signed in, to the second; null of an API token, and of a JWT that does not say. */
  signedInAt: Date | null;
};

/** Who calls, and from where. */
export type Actor = Origin & Claim;
