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

/** The fields of a change that hold a person's id. */
const PERSON_FIELDS = ["developer_id", "owner_id", "assignee_id", "adopted_by_developer_id"];
const Fields = z.record(z.string(), z.unknown());

/** The people whom a change's content names by their ids. */
function peopleOf({ before, after }: AuditRow): string[] {
  return [before, after].flatMap((side) => {
    const fields = Fields.safeParse(side).data ?? {};
    return PERSON_FIELDS.flatMap((field) => Uuid.safeParse(fields[field]).data ?? []);
  });
}

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Rows of the audit trail with the names behind their ids, at two queries for all of them. */
export async function presentAudit(rows: AuditRow[]): Promise<Wire[]> {
  const subjects = rows.map(subjectOf);
  const people = rows.map(peopleOf);
  const [names, prefixes] = await Promise.all([
    findNames(distinct([...subjects, ...people.flat()])),
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
    names: Object.fromEntries(
      (people[index] ?? []).flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : [[id, name]];
      }),
    ),
    ip: row.ip,
    request_id: row.requestId,
    created_at: row.createdAt.toISOString(),
  }));
}
