import { AppError } from "@/lib/http/app-error";
import { deriveSecret, sha256Hex } from "@/lib/platform/crypto";
import { MINUTE_MS } from "@/lib/platform/limits";
import {
  PASSWORD_TRIES_PER_ADDRESS_MAX,
  PASSWORD_TRIES_PER_LINK_MAX,
  PASSWORD_TRIES_WINDOW_MINUTES,
} from "@/lib/tables/limits";
import { verifyPassword } from "@/lib/tables/share-links/password";
import { giveTriesBack, takeTry } from "@/lib/tables/shared/store";

const WINDOW_MS = PASSWORD_TRIES_WINDOW_MINUTES * MINUTE_MS;

/** An address for counting, hashed so that it can't be read from the database. */
function hashed(ip: string): string {
  return sha256Hex(`${deriveSecret("share-password-tries")}:${ip}`);
}

/**
 * Checks a password against a link's. Wrong passwords are counted in the database before they are checked: without the
 * database nobody gets in, and of many at once no more get through than the limit allows. Right ones don't count.
 * Visitors without a known address share one count.
 * @throws AppError forbidden `Invalid password`, too_many_requests
 */
export async function checkPassword(
  link: { id: string; passwordHash: string },
  password: string,
  ip: string | null,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - WINDOW_MS);
  const byAddress = { linkId: link.id, address: hashed(ip ?? "unknown") };
  const byAll = { linkId: link.id, address: "" };
  const oldest =
    (await takeTry(byAddress, PASSWORD_TRIES_PER_ADDRESS_MAX, since, now)) ??
    (await takeTry(byAll, PASSWORD_TRIES_PER_LINK_MAX, since, now));
  if (oldest !== null) {
    throw new AppError("too_many_requests", "Too many passwords tried. Wait a while, then try again.", {
      retryAfterS: (oldest.getTime() + WINDOW_MS - now.getTime()) / 1000,
    });
  }
  if (!(await verifyPassword(password, link.passwordHash))) {
    throw new AppError("forbidden", "Invalid password");
  }
  await giveTriesBack([byAddress, byAll], now);
}
