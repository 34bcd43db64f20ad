import type { z } from "zod";
import { mayCreateWorkspaces } from "@/lib/access/operators/may-create-workspaces";
import { isOperator } from "@/lib/access/operators/operator";
import { operatorContact } from "@/lib/access/operators/operator-contact";
import type { ProviderInfo } from "@/lib/identity/providers";
import { type Connection, type Developer, ProviderId, type ProviderList } from "@/lib/identity/schema";
import type { DeveloperConnection, Developer as DeveloperRow } from "@/lib/platform/rows";

/** A developer as they see themselves. */
export function presentDeveloper(row: DeveloperRow): Developer {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    email_verified: row.emailVerified,
    avatar_url: row.avatarUrl,
    current_workspace_id: row.currentWorkspaceId,
    time_zone: row.timeZone,
    is_operator: isOperator(row),
    can_create_workspaces: mayCreateWorkspaces(row),
    operator_contact: operatorContact(),
    created_at: row.createdAt.toISOString(),
  };
}

/** A connection as its owner sees it: never its tokens. */
export function presentConnection(row: DeveloperConnection): Connection {
  return {
    id: row.id,
    provider: ProviderId.parse(row.provider),
    subject: row.subject,
    email: row.email,
    scopes: row.scopes,
    status: row.status === "active" ? "active" : "reauth_required",
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_checked_at: row.lastCheckedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

/** The providers as the sign-in page needs them. */
export function presentProviders(providers: ProviderInfo[]): z.input<typeof ProviderList> {
  return providers.map(({ id, name, brand, isAvailable, isLocal }) => ({
    id,
    name,
    brand,
    is_available: isAvailable,
    is_local: isLocal,
  }));
}
