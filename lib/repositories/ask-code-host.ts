import { AppError } from "@/lib/http/app-error";
import { type CodeHost, CodeHostRefusal, openCodeHost } from "@/lib/repositories/code-host";

function refused(refusal: CodeHostRefusal, what: string, now: Date): AppError {
  switch (refusal.reason) {
    case "not_configured":
      return new AppError("not_configured", "No code host is set up on this server.", {
        state: { missing_settings: ["CODE_HOST_CLIENT_ID", "CODE_HOST_CLIENT_SECRET"] },
      });
    case "no_connection":
      return new AppError("invalid", "You are not connected to the code host. Sign in with it once.");
    case "reauth_required":
      return new AppError(
        "invalid",
        "The code host no longer accepts your connection. Sign in with the code host again.",
      );
    case "no_access":
    case "gone":
      return new AppError("invalid", `You have no access to ${what} at the code host.`);
    case "rate_limited": {
      const retryAfterS = ((refusal.againAt ?? now).getTime() - now.getTime()) / 1000;
      return new AppError("too_many_requests", "The code host limits your requests at the moment.", {
        retryAfterS,
      });
    }
    case "unavailable":
      return new AppError("unavailable", "The code host gives no usable answer at the moment.", {
        cause: refusal,
      });
  }
}

/**
 * Asks the code host something as one developer, for an answer that they wait for.
 * @param what is asked about, as the developer would name it
 * @throws AppError invalid without a working connection or access, too_many_requests when the code host limits,
 *   not_configured, unavailable
 */
export async function askCodeHost<T>(
  developerId: string,
  what: string,
  ask: (codeHost: CodeHost) => Promise<T>,
  now: Date,
): Promise<T> {
  try {
    return await ask(await openCodeHost(developerId, now));
  } catch (error) {
    throw error instanceof CodeHostRefusal ? refused(error, what, now) : error;
  }
}
