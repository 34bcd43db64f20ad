import { z } from "zod";
import type { AuditEvent } from "@/lib/workspaces/audit/schema";
import { type AuditRow, findNames, findTokenPrefixes } from "@/lib/workspaces/audit/store";

type Wire = AuditEvent;

const Uuid = z.uuid();
const Named = z.object({ developer_id: Uuid });

/** Whom a change was about: the member it targets, or the developer that its content names. */
function subjectOf({ targetType, targetId, before, after }: AuditRow): string | null {
  if (targetType === "member") return Uuid.safeParse(targetId).data ?? null;
  return (Named.safeParse(after).data ?? Named.safeParse(before).data)?.developer_id ?? null;
}

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Rows of the audit trail with the names behind their ids, at two queries for all of them. */
export async function presentAudit(rows: AuditRow[]): Promise<Wire[]> {
  const subjects = rows.map(subjectOf);
  const [names, prefixes] = await Promise.all([
    findNames(distinct(subjects)),
    findTokenPrefixes(distinct(rows.map(({ tokenId }) => tokenId))),
  ]);
  return rows.map((row, index) => ({
    id: row.id,
    actor_id: row.actorId,
    actor_name: row.actor?.name ?? null,
    token_id: row.tokenId,
    token_prefix: prefixes.get(row.tokenId ?? "") ?? null,
    action: row.action,
    target_type: row.targetType,
    target_id: row.targetId,
    subject_name: names.get(subjects[index] ?? "") ?? null,
    before: row.before as Wire["before"],
    after: row.after as Wire["after"],
    ip: row.ip,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
  }));
}
