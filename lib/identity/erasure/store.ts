import { lockDeveloper } from "@/lib/identity/store";
import { type Db, db, Prisma, transaction } from "@/lib/platform/database";

/** Replaces the name of a person while they are being erased. */
const ERASED_NAME = "Erased account";
const ERASED_EMAIL = "erased@account.invalid";

/**
 * Withdraws invites to the address of a person that a provider has confirmed as theirs; the others may be somebody
 * else's. The audit no longer says where they went.
 */
async function withdrawInvitesTo(tx: Db, id: string): Promise<void> {
  await tx.$executeRaw`
    WITH withdrawn AS (
      DELETE FROM workspace_invite i USING developer d
      WHERE d.id = ${id}::uuid AND d.email_verified AND i.email = lower(d.email) AND i.accepted_by_id IS NULL
      RETURNING i.id, i.workspace_id
    )
    UPDATE audit_event e SET before = NULL, after = NULL FROM withdrawn w
    WHERE e.workspace_id = w.workspace_id AND e.target_id = w.id::text`;
}

/**
 * Removes at once what others could see of a developer, or the developer could use: profile, ways to sign in,
 * memberships and places, ownership. From here on nobody finds them, and signing in the same way creates a new account.
 */
export async function blankDeveloper(tx: Db, id: string, now: Date): Promise<void> {
  const where = { developerId: id };
  await withdrawInvitesTo(tx, id);
  await tx.developerConnection.deleteMany({ where });
  await tx.workspaceMember.deleteMany({ where });
  await tx.projectMember.deleteMany({ where });
  await tx.teamMember.deleteMany({ where });
  await tx.$executeRaw`UPDATE workspace SET owner_id = NULL WHERE owner_id = ${id}::uuid`;
  await tx.developer.update({
    where: { id },
    data: {
      name: ERASED_NAME,
      email: ERASED_EMAIL,
      emailVerified: false,
      avatarUrl: null,
      currentWorkspaceId: null,
      isActive: false,
      deactivatedAt: now,
      erasingAt: now,
    },
  });
}

/** Whether there is such a developer, and they are being erased. */
export async function isBeingErased(id: string): Promise<boolean> {
  return (await db().developer.count({ where: { id, erasingAt: { not: null } } })) > 0;
}

/** Developers whose erasure began before `before`, longest ago first, at most `limit`. */
export async function listUnfinishedErasures(before: Date, limit: number): Promise<string[]> {
  const rows = await db().developer.findMany({
    where: { erasingAt: { lt: before } },
    orderBy: { erasingAt: "asc" },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Deletes or empties at most `limit` rows of somebody who is being erased. Answers how many; 0 when none is left. */
export type ErasureStep = (id: string, limit: number, tx?: Db) => Promise<number>;

/**
 * What was set for their devices stays in the audit, without the names that they gave these. That goes before the
 * devices, which tell where it is.
 */
const eraseDeviceNames: ErasureStep = (id, limit, tx = db()) => tx.$executeRaw`
  UPDATE audit_event SET before = before - ARRAY['name', 'developer_id'], after = after - ARRAY['name', 'developer_id']
  WHERE id = ANY(ARRAY(
    SELECT e.id FROM tracker_device d JOIN audit_event e ON e.target_id = d.id::text AND e.target_type = 'tracker_device'
    WHERE d.developer_id = ${id}::uuid
      AND (e.before ?| ARRAY['name', 'developer_id'] OR e.after ?| ARRAY['name', 'developer_id']) LIMIT ${limit}))`;

/** Devices go before samples: a batch under way holds its device's row, and without it no other can begin. */
const eraseDevices: ErasureStep = async (id, limit) =>
  (await db().$executeRaw`
    DELETE FROM tracker_evidence WHERE id = ANY(ARRAY(
      SELECT id FROM tracker_evidence WHERE developer_id = ${id}::uuid LIMIT ${limit}))`) ||
  (await eraseDeviceNames(id, limit)) ||
  (await db().$executeRaw`
    DELETE FROM tracker_device WHERE id = ANY(ARRAY(
      SELECT id FROM tracker_device WHERE developer_id = ${id}::uuid LIMIT 1))`);

const deleteSamples = (tx: Db, id: string, limit: number) => tx.$executeRaw`
  WITH chosen AS MATERIALIZED (
    SELECT id, ts FROM tracker_event_sample WHERE developer_id = ${id}::uuid LIMIT ${limit}
  )
  DELETE FROM tracker_event_sample s USING chosen c WHERE s.id = c.id AND s.ts = c.ts`;

const eraseSamples: ErasureStep = (id, limit) => deleteSamples(db(), id, limit);

const eraseAuthorship: ErasureStep = async (id, limit, tx = db()) =>
  (await tx.$executeRaw`
    UPDATE repository_commit SET author_email = NULL, author_subject = NULL, developer_id = NULL
    WHERE id = ANY(ARRAY(
      SELECT id FROM repository_commit WHERE developer_id = ${id}::uuid LIMIT ${limit}))`) ||
  (await tx.$executeRaw`
    UPDATE repository_pull_request SET author_subject = NULL, developer_id = NULL
    WHERE id = ANY(ARRAY(
      SELECT id FROM repository_pull_request WHERE developer_id = ${id}::uuid LIMIT ${limit}))`);

/** Views that only they could see: without an owner nobody can. */
const eraseOwnViews: ErasureStep = async (id, limit, tx = db()) =>
  (await tx.$executeRaw`
    DELETE FROM crm_view WHERE id = ANY(ARRAY(
      SELECT id FROM crm_view WHERE owner_id = ${id}::uuid AND NOT is_shared LIMIT ${limit}))`) ||
  (await tx.$executeRaw`
    UPDATE crm_view SET owner_id = NULL WHERE id = ANY(ARRAY(
      SELECT id FROM crm_view WHERE owner_id = ${id}::uuid LIMIT ${limit}))`);

/** Audit rows stay but no longer name the person, and those of no workspace, which nobody else reads, say no more of it. */
const eraseAuditTraces: ErasureStep = async (id, limit, tx = db()) =>
  (await tx.$executeRaw`
    UPDATE audit_event SET before = NULL, after = NULL WHERE id = ANY(ARRAY(
      SELECT id FROM audit_event
      WHERE actor_id = ${id}::uuid AND workspace_id IS NULL AND (before IS NOT NULL OR after IS NOT NULL)
      LIMIT ${limit}))`) ||
  (await tx.$executeRaw`
    UPDATE audit_event SET before = NULL, after = NULL WHERE id = ANY(ARRAY(
      SELECT id FROM audit_event
      WHERE target_id = ${id} AND (before IS NOT NULL OR after IS NOT NULL) LIMIT ${limit}))`) ||
  (await tx.$executeRaw`
    UPDATE audit_event SET actor_id = NULL, ip = NULL WHERE id = ANY(ARRAY(
      SELECT id FROM audit_event WHERE actor_id = ${id}::uuid LIMIT ${limit}))`);

/**
 * Invites that they accepted hold their address, and so does what the audit says of these. That goes first, because the
 * invites tell where it is.
 */
const eraseInvites: ErasureStep = async (id, limit, tx = db()) =>
  (await tx.$executeRaw`
    UPDATE audit_event SET before = NULL, after = NULL WHERE id = ANY(ARRAY(
      SELECT e.id FROM workspace_invite i
      JOIN audit_event e ON e.workspace_id = i.workspace_id AND e.target_id = i.id::text
      WHERE i.accepted_by_id = ${id}::uuid AND (e.before IS NOT NULL OR e.after IS NOT NULL) LIMIT ${limit}))`) ||
  (await tx.$executeRaw`
    DELETE FROM workspace_invite WHERE id = ANY(ARRAY(
      SELECT id FROM workspace_invite WHERE accepted_by_id = ${id}::uuid LIMIT ${limit}))`);

/** What goes on by itself in its owner's name, and without one in that of whoever made it. */
const OWNED = ["automation", "sequence", "share_link", "webhook"];

/**
 * What they took over is nobody's: whoever made it knows nothing of where it sends what since, and must not be the one in
 * whose name it goes on.
 */
const eraseOwnership: ErasureStep = async (id, limit, tx = db()) => {
  let erased = 0;
  for (const table of OWNED) {
    const rows = Prisma.raw(table);
    erased += await tx.$executeRaw`
      UPDATE ${rows} SET owner_id = NULL, created_by_id = NULL WHERE id = ANY(ARRAY(
        SELECT id FROM ${rows} WHERE owner_id = ${id}::uuid LIMIT ${limit}))`;
  }
  return erased;
};

/** What holds more of the person than a reference to them. */
const eraseBesideReferences = [
  eraseAuthorship,
  eraseAuditTraces,
  eraseInvites,
  eraseOwnViews,
  eraseOwnership,
];
/** The references in these go with the rest, and never before it, because they tell where it is. */
const ERASED_WITH_REFERENCES = [
  "audit_event.actor_id",
  "crm_view.owner_id",
  "repository_commit.developer_id",
  "repository_pull_request.developer_id",
  "workspace_invite.accepted_by_id",
  ...OWNED.map((table) => `${table}.owner_id`),
];

type Reference = { table: string; column: string; deletes: boolean };

/**
 * Does in batches what the deletion of the developer's row would do to a table that refers to it. The row's condition is
 * asked twice, because a row may have moved since its place was looked up.
 */
function eraseReference({ table, column, deletes }: Reference): ErasureStep {
  const [rows, refers] = [Prisma.raw(table), Prisma.raw(column)];
  return (id, limit) => {
    const chosen = Prisma.sql`WHERE ${refers} = ${id}::uuid
      AND ctid = ANY(ARRAY(SELECT ctid FROM ${rows} WHERE ${refers} = ${id}::uuid LIMIT ${limit}))`;
    return db().$executeRaw(
      deletes
        ? Prisma.sql`DELETE FROM ${rows} ${chosen}`
        : Prisma.sql`UPDATE ${rows} SET ${refers} = NULL ${chosen}`,
    );
  };
}

/**
 * What an erasure does, in order. Tables that refer to developers are asked of the database itself, so that none that
 * is added later is left to the deletion of the row, which would do all of it at once.
 */
export async function listErasureSteps(): Promise<ErasureStep[]> {
  const references = await db().$queryRaw<Reference[]>`
    SELECT c.conrelid::regclass::text AS "table", format('%I', a.attname) AS "column",
      c.confdeltype = 'c' AS deletes
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.confrelid = 'developer'::regclass AND c.contype = 'f' AND c.conparentid = 0
      AND c.confdeltype IN ('c', 'n')
    ORDER BY 1, 2`;
  return [
    eraseDevices,
    eraseSamples,
    ...eraseBesideReferences,
    ...references
      .filter(({ table, column }) => !ERASED_WITH_REFERENCES.includes(`${table}.${column}`))
      .map(eraseReference),
  ];
}

/**
 * Deletes the row itself, once nothing else is left. Requests that had begun before the erasure may have added something
 * meanwhile: the row is held, so that nothing can refer to it any more, and samples and what holds more than a reference
 * are looked for once more.
 * @returns false when there was something left, so that the steps have to be gone through again
 */
export async function finishErasure(id: string, limit: number): Promise<boolean> {
  return transaction(async (tx) => {
    await lockDeveloper(tx, id);
    if ((await eraseDeviceNames(id, limit, tx)) > 0) return false;
    await tx.trackerDevice.deleteMany({ where: { developerId: id } });
    if ((await deleteSamples(tx, id, limit)) > 0) return false;
    for (const step of eraseBesideReferences) if ((await step(id, limit, tx)) > 0) return false;
    await tx.developer.deleteMany({ where: { id, erasingAt: { not: null } } });
    return true;
  });
}
