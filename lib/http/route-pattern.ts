/** What names folders of routes: a segment that holds anything else is somebody's own words. */
const STATIC = /^[a-z][a-z0-9_.:-]*$/;
const VERB = /^\/tracker\/(devices|events|evidence)\/([a-z-]+)$/;

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/**
 * The pattern of the route that serves a path, such as `/workspaces/{workspace_id}/roles`, derived from the path and
 * the values of its parameters. Null if that is ambiguous, for example if a value equals a folder's name: a wrong
 * pattern would add a metric series, and a value could be a secret.
 * @param pathname as requested, with or without `/api/v1`
 */
export function routePattern(pathname: string, params: Readonly<Record<string, unknown>>): string | null {
  const segments = pathname
    .replace(/^\/api\/v1(?=\/)/, "")
    .split("/")
    .filter((segment) => segment !== "")
    .map(decoded);
  const named = [...segments];
  for (const [name, value] of Object.entries(params)) {
    const at = segments.flatMap((segment, index) => (segment === value ? [index] : []));
    const [only] = at;
    if (only === undefined || at.length > 1 || named[only] !== segments[only]) return null;
    named[only] = `{${name}}`;
  }
  const isKnown = named.every((part, at) => part !== segments[at] || (part !== null && STATIC.test(part)));
  return isKnown ? `/${named.join("/")}`.replace(VERB, "/tracker/$1:$2") : null;
}
