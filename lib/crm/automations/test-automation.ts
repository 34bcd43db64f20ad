import { z } from "zod";
import type { WorkspaceScope } from "@/lib/access/authorise";
import { isAboutRecord } from "@/lib/crm/automations/catalog";
import { checkAuthority } from "@/lib/crm/automations/check-automation";
import { getAutomationRow } from "@/lib/crm/automations/get-automation";
import { renderAction } from "@/lib/crm/automations/render-action";
import { conditionValues, meets } from "@/lib/crm/automations/rules";
import { Action, type AutomationTest, type TestAutomation, TriggerType } from "@/lib/crm/automations/schema";
import { getObject } from "@/lib/crm/objects/get-object";
import { shownValues } from "@/lib/crm/records/rules";
import { Filter } from "@/lib/crm/records/schema";
import { findRecords } from "@/lib/crm/records/store";
import { type Subject, TemplateError } from "@/lib/crm/templates/rules";
import { DIGIT_TYPES } from "@/lib/crm/values/catalog";
import { invalidBody } from "@/lib/http/app-error";
import { db } from "@/lib/platform/database";

async function subjectOf(
  { workspaceId }: WorkspaceScope,
  slug: string | undefined,
  { record_id: recordId, form }: TestAutomation,
  now: Date,
): Promise<{ subject: Subject; phones: ReadonlySet<string> }> {
  if (slug === undefined) {
    return { subject: { record_id: null, object: null, record: {}, old: {}, form }, phones: new Set() };
  }
  if (recordId === undefined) {
    throw invalidBody([{ path: "record_id", message: "Name a record to try it with" }]);
  }
  const object = await getObject(db(), workspaceId, slug, now);
  const [record] = await findRecords(db(), workspaceId, object.id, [recordId]);
  if (!record || record.deletedAt !== null) {
    throw invalidBody([{ path: "record_id", message: `No such ${slug}` }]);
  }
  const phones = object.attributes.filter(({ type }) => DIGIT_TYPES.includes(type));
  return {
    subject: {
      record_id: recordId,
      object: slug,
      record: shownValues(object, record.values),
      old: {},
      form: {},
    },
    phones: new Set(phones.map((attribute) => attribute.slug)),
  };
}

/**
 * Says what an automation would do with a record, or with a form's fields, and does none of it.
 * @throws AppError not_found, forbidden as `checkAuthority`, invalid for a record that is not of its object
 */
export async function testAutomation(
  scope: WorkspaceScope,
  automationId: string,
  body: TestAutomation,
  now: Date,
): Promise<AutomationTest> {
  const row = await getAutomationRow(scope, automationId);
  // Otherwise it would reveal the record, or a form's answers.
  const trigger = TriggerType.parse(row.triggerType);
  checkAuthority(scope, { type: trigger }, []);
  const { subject, phones } = await subjectOf(scope, row.object?.slug, body, now);
  const conditions = Filter.nullable().parse(row.conditions);
  const ids = { automation_id: row.id, run_id: null };
  const actions = z
    .array(Action)
    .parse(row.actions)
    .map((action) => {
      const { id, type } = action;
      try {
        const { type: _, ...input } = renderAction(action, subject, ids);
        return { action_id: id, type, input, error: null };
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        return { action_id: id, type, input: null, error: error.message };
      }
    });
  const compared = { phones, areAll: isAboutRecord(trigger) };
  return { matches: meets(conditions, conditionValues(trigger, subject), compared), actions };
}
