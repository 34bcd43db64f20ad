import type { Actor } from "@/lib/access/actor";
import { SESSION_CLIENT_CHARS_MAX } from "@/lib/identity/sessions/limits";
import { updateClient } from "@/lib/identity/sessions/store";
import type { Db } from "@/lib/platform/database";

/**
 * Lets the list of sign-ins call a desktop client that did not say its own name by what it made: the token that it
 * exchanged its JWT for, or the device that it enrolled.
 */
export async function nameSession(tx: Db, { sessionId }: Actor, name: string): Promise<void> {
  if (sessionId !== null)
    await updateClient(tx, sessionId, name.slice(0, SESSION_CLIENT_CHARS_MAX).trimEnd());
}
