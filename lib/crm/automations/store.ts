import type { WorkspaceScope } from "@/lib/access/authorise";
import type { Action } from "@/lib/crm/automations/schema";
import type { Filter } from "@/lib/crm/records/schema";
import { DIGIT_TYPES } from "@/lib/crm/values/catalog";
import { beyond, type Slice } from "@/lib/http/paging";
import { type Db, db, Prisma } from "@/lib/platform/database";
import { idsNamed } from "@/lib/platform/loose-sql";
import type { Automation } from "@/lib/platform/rows";

const PERSON = { select: { id: true, name: true } } as const;
const WITH_OBJECT = {
  object: { select: { slug: true } },
  owner: PERSON,
  createdBy: PERSON,
} as const satisfies Prisma.AutomationInclude;

export type AutomationRow = Prisma.AutomationGetPayload<{ include: typeof WITH_OBJECT }>;

type Values = Pick<
  Automation,
  "name" | "isActive" | "triggerType" | "objectId" | "triggerAttributes" | "formId"
> & { conditions: Filter | null; actions: Action[] };

function conditionsJson(conditions: Filter | null) {
  return conditions ?? Prisma.DbNull;
}

/** How many automations the scope's workspace has. */
export async function countAutomations(tx: Db, { workspaceId }: WorkspaceScope): Promise<number> {
  return tx.automation.count({ where: { workspaceId } });
}

/** Whether a form of the scope's workspace has this id; deleted forms don't count, even if they can be restored. */
export async function isForm(tx: Db, { workspaceId }: WorkspaceScope, id: string): Promise<boolean> {
  return (await tx.form.count({ where: { id, workspaceId, deletedAt: null } })) > 0;
}

/** Creates an automation in the scope's workspace. */
export async function insertAutomation(
  tx: Db,
  { workspaceId, actor }: WorkspaceScope,
  values: Values,
  now: Date,
): Promise<AutomationRow> {
  return tx.automation.create({
    data: {
      ...values,
      conditions: conditionsJson(values.conditions),
      workspaceId,
      createdById: actor.developerId,
      ownerId: actor.developerId,
      createdAt: now,
      updatedAt: now,
    },
    include: WITH_OBJECT,
  });
}

/** A page of the workspace's automations, newest first. */
export async function listAutomationRows(
  { workspaceId }: WorkspaceScope,
  { isActive, search }: { isActive: boolean | undefined; search: string | undefined },
  { limit, after }: Slice,
): Promise<AutomationRow[]> {
  return db().automation.findMany({
    where: {
      workspaceId,
      ...(isActive === undefined ? {} : { isActive }),
      ...(search ? { id: { in: await idsNamed(search, Prisma.sql`automation`, workspaceId) } } : {}),
      AND: beyond(after, "desc"),
    },
    include: WITH_OBJECT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

/** One automation of the scope's workspace; null for an unknown one and for another workspace's. */
export async function findAutomation(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  id: string,
): Promise<AutomationRow | null> {
  return tx.automation.findFirst({ where: { id, workspaceId }, include: WITH_OBJECT });
}

/** The same, its row locked until the transaction ends, so that changes of it happen one after the other. */
export async function lockAutomation(
  tx: Db,
  scope: WorkspaceScope,
  id: string,
): Promise<AutomationRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM automation WHERE id = ${id}::uuid AND workspace_id = ${scope.workspaceId}::uuid
    FOR NO KEY UPDATE`;
  return findAutomation(tx, scope, id);
}

/** Changes an automation of the scope's workspace. */
export async function updateAutomationRow(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  id: string,
  {
    conditions,
    ...change
  }: Partial<Values> & Partial<Pick<Automation, "failuresInARow" | "disabledReason" | "ownerId">>,
  now: Date,
): Promise<AutomationRow> {
  return tx.automation.update({
    where: { id, workspaceId },
    data: {
      ...change,
      ...(conditions === undefined ? {} : { conditions: conditionsJson(conditions) }),
      updatedAt: now,
    },
    include: WITH_OBJECT,
  });
}

/** Deletes an automation of the scope's workspace with its runs. */
export async function deleteAutomationRow(
  tx: Db,
  { workspaceId }: WorkspaceScope,
  id: string,
): Promise<void> {
  await tx.automation.delete({ where: { id, workspaceId } });
}

const TRIGGERED = {
  id: true,
  triggerType: true,
  triggerAttributes: true,
  formId: true,
  conditions: true,
  object: {
    select: { slug: true, attributes: { where: { type: { in: [...DIGIT_TYPES] } }, select: { slug: true } } },
  },
} as const satisfies Prisma.AutomationSelect;

type TriggeredRow = Prisma.AutomationGetPayload<{ select: typeof TRIGGERED }>;

/** The active automations of a workspace that wait for one of these types, with what decides whether they are set off. */
export async function listTriggered(
  tx: Db,
  workspaceId: string,
  types: readonly string[],
): Promise<TriggeredRow[]> {
  return tx.automation.findMany({
    where: { workspaceId, isActive: true, triggerType: { in: [...types] } },
    select: TRIGGERED,
  });
}

/** Forgets an automation's failures, if there are any. */
export async function forgetFailures(tx: Db, automationId: string): Promise<void> {
  await tx.automation.updateMany({
    where: { id: automationId, failuresInARow: { gt: 0 } },
    data: { failuresInARow: 0 },
  });
}

/** Counts one more failure of an automation, and switches it off at `max`. @returns whether this switched it off */
export async function countFailure(
  tx: Db,
  automationId: string,
  max: number,
  reason: string,
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ isSwitchedOff: boolean }[]>`
    UPDATE automation SET failures_in_a_row = failures_in_a_row + 1,
           disabled_reason = CASE WHEN is_active AND failures_in_a_row + 1 >= ${max} THEN ${reason}
                                  ELSE disabled_reason END,
           is_active = is_active AND failures_in_a_row + 1 < ${max}
    WHERE id = ${automationId}::uuid
    RETURNING NOT is_active AND failures_in_a_row = ${max} AND disabled_reason = ${reason} AS "isSwitchedOff"`;
  return row?.isSwitchedOff ?? false;
}

/** Switches an automation off, if it is on. @returns whether this switched it off */
export async function switchOff(tx: Db, id: string, reason: string): Promise<boolean> {
  const where = { id, isActive: true };
  const { count } = await tx.automation.updateMany({
    where,
    data: { isActive: false, disabledReason: reason },
  });
  return count > 0;
}
