import { z } from "zod";
import { ProviderId } from "@/lib/identity/schema";
import { SESSION_KINDS, sessionName } from "@/lib/identity/sessions/rules";
import type { Session } from "@/lib/identity/sessions/schema";
import type { DeveloperSession } from "@/lib/platform/rows";

const Kind = z.enum(SESSION_KINDS).catch("browser");

/** A sign-in as its owner sees it; `currentId` is the one that asks. */
export function presentSession(row: DeveloperSession, currentId: string | null): Session {
  const kind = Kind.parse(row.kind);
  return {
    id: row.id,
    kind,
    device: sessionName({ kind, client: row.client, userAgent: row.userAgent }),
    provider: ProviderId.nullable().catch(null).parse(row.provider),
    ip: row.ip,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    is_current: row.id === currentId,
  };
}
