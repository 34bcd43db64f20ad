import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { nonceContentSecurityPolicy } from "@/lib/http/content-security-policy";
import { storageOrigin } from "@/lib/platform/storage-configured";

const NONCE_BYTES = 16;

/** Gives every page a Content Security Policy of its own; Next puts the nonce on the scripts that it writes. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  const policy = nonceContentSecurityPolicy(nonce, storageOrigin());
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  // The fragment of this page's address is a token, and what stands before it is nobody else's business either.
  if (request.nextUrl.pathname === "/signin/complete") response.headers.set("Referrer-Policy", "no-referrer");
  return response;
}

export const config = {
  matcher: [
    {
      // Pages only: API paths answer JSON, with or without their prefix, and files are named, since a page's address may end
      // like a file's. The pages of forms (`app/(public)/f`) hold no inline script and say their policy themselves.
      source:
        "/((?!api/|metrics$|_next/(?:static|image|data)/|auth/|developers/|(?:workspaces|webhooks)(?:/|$)|tracker/|invites/|teams/|f/[^/]+(?:/(?:embed|image|report|thanks))?$|public/forms/|assets/[^/]+\\.(?:css|js|woff2)$|readme/[^/]+\\.png$|(?:favicon\\.ico|icon\\.svg|(?:embed|events|sw)\\.js|tracker-client\\.mjs)$).*)",
      // Of a body that passes through here Next first keeps 10 MiB in memory, whoever sends it and however slowly.
      missing: [
        { type: "header", key: "content-length" },
        { type: "header", key: "transfer-encoding" },
      ],
    },
  ],
};
