import type { IncomingHttpHeaders } from "node:http";

/**
 * What the parts of Next, and our `proxy.ts` with its pages, tell each other by headers. From outside,
 * `X-Middleware-Prefetch` made an empty object of every answer, and a policy's nonce ended up in pages. The two ids are of
 * Next's own browser code, while pages are being worked on.
 */
const AMONG_PARTS =
  /^(?:x-(?:middleware|invoke)-|x-nextjs-(?!(?:html-)?request-id$)|x-nonce$|content-security-policy)/;

/** What Next's router asks for pages with. Next redirects what has no page, such as the API, to an address of the router's. */
const OF_ROUTER = /^(?:rsc|next-.*)$/;

/** Takes headers out of a request that mean something to Next only, and not what whoever sent them may ask for. */
export function dropNextHeaders(headers: IncomingHttpHeaders, leadsToPage: boolean): void {
  for (const name in headers)
    if (AMONG_PARTS.test(name) || (!leadsToPage && OF_ROUTER.test(name))) delete headers[name];
}
