import { parseUrl } from "@/lib/platform/parse-url";
/** Where people land after sign-in if they were not on their way to a page. */
export const CONSOLE_HOME = "/home";

// Any origin will do: it only shows whether a path leaves it.
const SOME_ORIGIN = "http://own.invalid";

/**
 * The path to continue to after sign-in: one on this site that is no sign-in page, else the console's home. It returns
 * the normalised form that the browser will use, because `/.//evil.example`, or a tab between two slashes, is only
 * recognisable after parsing.
 */
export function safeReturnPath(path: string | null): string {
  const url = path?.startsWith("/") ? parseUrl(path, SOME_ORIGIN) : null;
  if (url === null) return CONSOLE_HOME;
  const isOwn = url.origin === SOME_ORIGIN && !url.pathname.startsWith("//");
  const isSignIn = url.pathname === "/signin" || url.pathname.startsWith("/signin/");
  return isOwn && !isSignIn ? url.pathname + url.search + url.hash : CONSOLE_HOME;
}
