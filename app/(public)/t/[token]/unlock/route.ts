import { AppError } from "@/lib/http/app-error";
import { readBytes } from "@/lib/http/request-body";
import { env } from "@/lib/platform/env";
import { unlockSharedTable } from "@/lib/tables/shared/get-shared-table";
import { pagePath, TICKET_COOKIE } from "../visit";

const FORM_BYTES_MAX = 8_192;

type Context = { params: Promise<{ token: string }> };

function goTo(location: string, cookie?: string): Response {
  const headers = new Headers({ Location: location, "Cache-Control": "private, no-store" });
  if (cookie !== undefined) headers.set("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** What the page says when the password did not open it. */
function problemOf(error: unknown): string {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "too_many_requests") return `?wait=${Math.ceil((error.retryAfterS ?? 60) / 60)}`;
  // A link that is gone says so itself, on the page.
  return error.code === "not_found" ? "" : "?wrong=1";
}

/** Takes the password of the page's form, which works without a script, and keeps the ticket in a cookie. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const path = pagePath((await params).token);
  try {
    const form = new URLSearchParams((await readBytes(request, FORM_BYTES_MAX)).toString("utf8"));
    const password = (form.get("password") ?? "").slice(0, 1_000);
    const { token } = await params;
    const { ticket, expires_at } = await unlockSharedTable(request, token, { password }, new Date());
    const until = new Date(expires_at).toUTCString();
    const secure = env().BASE_URL.startsWith("https:") ? "; Secure" : "";
    return goTo(
      path,
      `${TICKET_COOKIE}=${ticket}; Path=${path}; Expires=${until}; HttpOnly; SameSite=Lax${secure}`,
    );
  } catch (error) {
    return goTo(path + problemOf(error));
  }
}
