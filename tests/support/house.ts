import { randomUUID } from "node:crypto";
import { ROUTES } from "@/app/api/v1/openapi.json/routes";
import type { PermissionSlug } from "@/lib/access/catalog";
import { db } from "@/lib/platform/database";
import type { Route } from "@/lib/routes/route";
import { type Answer, call } from "@/tests/support/call";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";

/*
 * Every route of a workspace with a workspace to try it on, for tests that walk them all. It is longer than 400 lines
 * because it makes one of each thing that there is.
 */

/** A route under /workspaces/{workspace_id}, as the API reference lists it, with the other variable parts of its path. */
export type Walked = { name: string; method: string; route: Route; children: string[] };

const SCOPED = Object.keys(ROUTES).filter((path) => /^\/workspaces\/\{workspace_id\}(\/|$)/.test(path));

export const WALK: Walked[] = (
  await Promise.all(
    SCOPED.map(async (path) => {
      const module = (await ROUTES[path]?.()) as Record<string, Route>;
      const children = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).slice(1);
      return Object.entries(module).map(([method, route]) => ({
        name: `${method} ${path}`,
        method,
        route,
        children,
      }));
    }),
  )
).flat();

/** What a text of a house says: by which permission it is seen. */
export function seenBy(permission: PermissionSlug): string {
  return `Seen by ${permission}.`;
}

/** A workspace with one of each thing that a path can name. What people wrote there says who may see it. */
export async function aHouse() {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const workspaceId = workspace.id;
  const grace = await aMember(workspaceId, "developer");
  const project = await aProject(owner, workspaceId);
  const role = await db().customRole.create({
    data: { workspaceId, name: "Spare", slug: "spare", storedPermissions: [], priority: 5 },
  });
  const invite = await db().workspaceInvite.create({
    data: {
      workspaceId,
      email: `${randomUUID()}@example.com`,
      customRoleId: role.id,
      tokenHash: randomUUID(),
      expiresAt: new Date(Date.now() + 86_400_000),
    },
  });
  const repository = await db().workspaceRepository.create({
    data: {
      workspaceId,
      externalId: randomUUID(),
      fullName: "acme/web",
      defaultBranch: "main",
      isPrivate: true,
    },
  });
  const team = await db().team.create({
    data: {
      workspaceId,
      name: "Core",
      slug: "core",
      type: "repo_based",
      sourceRepositoryIds: [repository.id],
    },
  });
  await db().teamMember.create({ data: { teamId: team.id, developerId: grace.id } });
  await db().projectMember.create({ data: { projectId: project.id, developerId: grace.id } });
  const task = await db().task.create({
    data: {
      workspaceId,
      projectId: project.id,
      number: 7,
      title: seenBy("can_view_projects"),
      description: seenBy("can_view_projects"),
      position: "a0",
      activity: {
        create: {
          kind: "comment",
          body: seenBy("can_view_projects"),
          actorId: owner.id,
          createdAt: new Date(),
        },
      },
    },
    include: { activity: true },
  });
  const key = await db().workspaceKey.create({
    data: { workspaceId, name: "shop", keyHash: randomUUID(), keyPrefix: "wsk_" },
  });
  const received = await db().inboundDelivery.create({
    data: {
      provider: "code_host",
      externalId: randomUUID(),
      event: "push",
      verification: "verified",
      headers: {},
      bodyBytes: 2,
      showsBody: true,
      status: "processed",
      receivedAt: new Date(),
      touchedAt: new Date(),
      body: { create: { bytes: Buffer.from("{}"), receivedAt: new Date() } },
      workspaces: { create: { workspaceId, provider: "code_host", receivedAt: new Date() } },
    },
  });
  const crmObject = await db().crmObject.create({
    data: {
      workspaceId,
      slug: `walked_${randomUUID().slice(0, 8)}`,
      singularName: "Walked",
      pluralName: "Walked",
      attributes: {
        create: { slug: `field_${randomUUID().slice(0, 8)}`, name: "x", type: "text", position: 0 },
      },
    },
    include: { attributes: true },
  });
  const [attribute] = crmObject.attributes;
  const view = await db().crmView.create({
    data: { workspaceId, objectId: crmObject.id, ownerId: owner.id, name: "x" },
  });
  const ownRecord = {
    workspaceId,
    objectId: crmObject.id,
    title: seenBy("can_view_crm"),
    values: { [attribute?.slug ?? ""]: seenBy("can_view_crm") },
    keys: {},
    search: "",
    createdAt: new Date(),
    updatedAt: new Date(),
  };
  const record = await db().crmRecord.create({ data: { id: randomUUID(), ...ownRecord } });
  const crmImport = await db().crmImport.create({
    data: {
      workspaceId,
      objectId: crmObject.id,
      state: "done",
      fileName: seenBy("can_view_crm"),
      isDryRun: false,
      options: {},
      columns: [],
      errors: [{ row: 1, column: "x", message: seenBy("can_view_crm") }],
      rows: 0,
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });
  const note = await db().crmNote.create({
    data: {
      workspaceId,
      recordId: record.id,
      authorId: owner.id,
      body: seenBy("can_view_crm"),
      createdAt: new Date(),
    },
  });
  const automation = await db().automation.create({
    data: {
      workspaceId,
      name: "Spare",
      triggerType: "record.created",
      objectId: crmObject.id,
      actions: [{ id: randomUUID(), type: "notify", developer_ids: [grace.id], title: "x", body: "" }],
    },
  });
  const runId = randomUUID();
  const run = await db().automationRun.create({
    data: {
      id: runId,
      workspaceId,
      automationId: automation.id,
      triggerType: "record.created",
      subject: {},
      depth: 1,
      rootRunId: runId,
      status: "completed",
      createdAt: new Date(),
    },
  });
  const sequence = await db().sequence.create({
    data: {
      workspaceId,
      objectId: crmObject.id,
      name: "Spare",
      steps: [{ id: randomUUID(), type: "wait", amount: 1, unit: "days" }],
    },
  });
  const enrollment = await db().sequenceEnrollment.create({
    data: { workspaceId, sequenceId: sequence.id, recordId: record.id, createdAt: new Date() },
  });
  const crmTask = await db().crmTask.create({
    data: { workspaceId, recordId: record.id, title: seenBy("can_view_crm"), createdAt: new Date() },
  });
  const notification = await db().notification.create({
    data: { workspaceId, developerId: owner.id, title: "x", createdAt: new Date() },
  });
  const at = new Date();
  const event = {
    eventType: "webhook.test",
    body: JSON.stringify({ data: { message: seenBy("can_view_webhooks") } }),
  };
  const webhook = await db().webhook.create({
    data: {
      workspaceId,
      url: "https://example.com/hook",
      events: ["*"],
      secretEncrypted: "k1.x",
      createdAt: at,
      updatedAt: at,
      deliveries: { create: { eventId: randomUUID(), ...event, createdAt: at } },
      heldEvents: { create: { eventId: randomUUID(), ...event, createdAt: at } },
    },
    include: { deliveries: true, heldEvents: true },
  });
  const chatTeam = await db().chatTeam.create({
    data: { id: randomUUID(), workspaceId, name: "acme", connectedAt: new Date() },
  });
  const request = await db().projectRequest.create({
    data: {
      workspaceId,
      projectId: project.id,
      title: seenBy("can_view_projects"),
      description: seenBy("can_view_projects"),
      createdAt: at,
      updatedAt: at,
      comments: { create: { body: seenBy("can_view_projects"), createdAt: at } },
    },
    include: { comments: true },
  });
  const tableColumn = { name: "x", type: "text", options: [], currency_code: null, is_archived: false };
  const columnKey = `column_${randomUUID().slice(0, 8)}`;
  const table = await db().dataTable.create({
    data: {
      workspaceId,
      name: "Walked",
      columns: [{ key: columnKey, ...tableColumn }],
      rowCount: 1,
      rows: {
        create: {
          id: randomUUID(),
          values: { [columnKey]: seenBy("can_view_tables") },
          keys: {},
          search: "",
          createdAt: at,
          updatedAt: at,
        },
      },
      shareLinks: { create: { tokenHash: randomUUID(), permission: "view" } },
    },
    include: { rows: true, shareLinks: true },
  });
  const formText = { submitLabel: "x", thankYouText: "x" };
  const form = await db().form.create({
    data: { workspaceId, name: "Walked", ...formText, createdAt: at, updatedAt: at },
  });
  const submission = await db().formSubmission.create({
    data: {
      workspaceId,
      formId: form.id,
      values: { x: seenBy("can_view_forms") },
      isSpam: false,
      createdAt: at,
    },
  });
  const file = { fieldKey: "x", fileName: "x", contentType: "text/plain", byteSize: 1, sha256: "x" };
  const upload = await db().formUpload.create({
    data: {
      workspaceId,
      formId: form.id,
      submissionId: submission.id,
      objectKey: randomUUID(),
      ...file,
      createdAt: at,
    },
  });
  const device = await db().trackerDevice.create({
    data: { id: randomUUID(), developerId: grace.id, projectId: project.id, enrolledAt: at },
  });
  const ruleId = randomUUID();
  const rule = { id: ruleId, kind: "host", value: "walked.example", category: "learn" };
  await db().trackerRuleSet.create({ data: { workspaceId, draft: [rule] } });
  const ids: Record<string, string> = {
    device_id: device.id,
    rule_id: ruleId,
    form_id: form.id,
    submission_id: submission.id,
    upload_id: upload.id,
    table_id: table.id,
    column_key: columnKey,
    row_id: table.rows[0]?.id ?? "",
    link_id: table.shareLinks[0]?.id ?? "",
    request_id: request.id,
    comment_id: request.comments[0]?.id ?? "",
    workspace_id: workspaceId,
    webhook_id: webhook.id,
    delivery_id: webhook.deliveries[0]?.id ?? "",
    event_id: webhook.heldEvents[0]?.eventId ?? "",
    received_id: received.id,
    key_id: key.id,
    chat_team_id: chatTeam.id,
    developer_id: grace.id,
    role_id: role.id,
    invite_id: invite.id,
    project_id: project.id,
    task_ref: task.id,
    task_comment_id: task.activity[0]?.id ?? "",
    team_id: team.id,
    repository_id: repository.id,
    app: "crm",
    object_slug: crmObject.slug,
    attribute_slug: crmObject.attributes[0]?.slug ?? "",
    view_id: view.id,
    record_id: record.id,
    note_id: note.id,
    import_id: crmImport.id,
    automation_id: automation.id,
    run_id: run.id,
    sequence_id: sequence.id,
    enrollment_id: enrollment.id,
    task_id: crmTask.id,
    notification_id: notification.id,
  };
  return { owner, workspace, role, ids };
}

export type House = Awaited<ReturnType<typeof aHouse>>;

/** A body that the route takes, its ids those of a house. Keys that a route does not know are dropped by it. */
export function bodyFor({ route, name }: Walked, { ids }: House): Record<string, unknown> | undefined {
  const { body } = route.declaration;
  if (!body) return undefined;
  const text = `Walked ${randomUUID().slice(0, 8)}`;
  const common = {
    name: text,
    title: text,
    email: `${randomUUID()}@example.com`,
    address: `${randomUUID()}@example.com`,
    do_not_mail: null,
    full_name: "acme/walked",
    url: "https://example.com/walked",
    events: ["*"],
    since: new Date(0).toISOString(),
    developer_id: ids.developer_id,
    custom_role_id: ids.role_id,
    assignee_id: ids.developer_id,
    source_repository_ids: [ids.repository_id],
    type: "repo_based",
    record_id: ids.record_id,
    record_ids: [ids.record_id],
    row_ids: [ids.row_id],
    task_ids: [ids.task_ref],
    device_ids: [ids.device_id],
    paused: true,
    rows: [{ id: ids.row_id, values: {} }],
    permission: "view",
    values: {},
    csv: "x\nWalked",
    logo: "data:image/png;base64,iVBORw0KGgo=",
    slugs: [ids.attribute_slug],
    into_id: ids.request_id,
    body: text,
    visibility: "hidden",
    is_spam: true,
    singular_name: text,
    plural_name: text,
    object: ids.object_slug,
    trigger: { type: "record.created", object: ids.object_slug },
    actions: [{ type: "notify", developer_ids: [ids.developer_id], title: text }],
    steps: [{ type: "wait", amount: 1, unit: "days" }],
    rules: [],
  };
  const variants = [
    { ...common, role: "lead", status: "paused" },
    { ...common, role: "lead", status: "suspended" },
    { ...common, role: "lead", status: "done" },
    { ...common, role: "lead", type: "internal" },
    { ...common, type: "text" },
    { ...common, kind: "host", value: "walked.example", category: "learn" },
    { area: "tables", id: ids.table_id },
  ];
  const valid = variants.find((variant) => body.safeParse(variant).success);
  if (!valid) throw new Error(`${name}: give the walk a body that this route takes.`);
  return valid;
}

const needsQuery = ({ route }: Walked) => route.declaration.query?.safeParse({}).success === false;

/** Calls a route with the ids of a house and a body for it. */
export function walk(
  walked: Walked,
  bearer: string | undefined,
  ids: Record<string, string>,
  bodyOf: House,
): Promise<Answer> {
  const params = Object.fromEntries(
    ["workspace_id", ...walked.children].map((name) => [name, ids[name] ?? ""]),
  );
  const body = bodyFor(walked, bodyOf);
  const slug = bodyOf.ids.attribute_slug ?? "";
  const query = needsQuery(walked) ? { query: { match: slug, by: slug } } : {};
  const authority = bearer === undefined ? {} : { bearer };
  return call(walked.route, walked.method, { ...authority, params, ...query, ...(body ? { body } : {}) });
}
