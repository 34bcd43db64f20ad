import { randomUUID } from "node:crypto";
import * as enroll from "@/app/api/v1/tracker/devices/enroll/route";
import * as projects from "@/app/api/v1/workspaces/[workspace_id]/projects/route";
import * as workspaces from "@/app/api/v1/workspaces/route";
import type { Actor } from "@/lib/access/actor";
import { APPS, CATALOG } from "@/lib/access/catalog";
import { issueJwt } from "@/lib/identity/jwt";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";

/** A developer with a JWT, made beside the sign-in flow. */
export async function aDeveloper(given: { name?: string; email?: string } = {}) {
  const id = randomUUID();
  const developer = await db().developer.create({
    data: { id, name: given.name ?? "Ada", email: given.email ?? `${id}@example.com`, emailVerified: true },
  });
  return { ...developer, jwt: await issueJwt(developer.id, new Date()) };
}

/** The actor of a request that a developer sends while signed in. */
export function anActor(developerId: string): Actor {
  return {
    developerId,
    tokenId: null,
    tokenScope: null,
    sessionId: null,
    signedInAt: null,
    ip: null,
    requestId: "test-request",
  };
}

type Developer = Awaited<ReturnType<typeof aDeveloper>>;

/** A workspace founded through the API, so that it has its built-in roles and its owner. */
export async function aWorkspace(owner: Developer, settings: object = {}) {
  const answer = await call(workspaces.POST, "POST", { bearer: owner.jwt, body: { name: "Acme", settings } });
  return answer.json as { id: string; slug: string };
}

/** Makes a developer a member of a workspace by one of its built-in roles. */
export async function aMember(workspaceId: string, role: string, developer?: Developer) {
  const member = developer ?? (await aDeveloper());
  const customRole = await db().customRole.findUniqueOrThrow({
    where: { workspaceId_slug: { workspaceId, slug: role } },
  });
  await db().workspaceMember.create({
    data: { workspaceId, developerId: member.id, role, customRoleId: customRole.id },
  });
  return member;
}

/** A project of its lead, tracked unless said otherwise. */
export async function aProject(
  lead: Developer,
  workspaceId: string,
  settings: object = { tracker_enabled: true },
) {
  const answer = await call(projects.POST, "POST", {
    bearer: lead.jwt,
    params: { workspace_id: workspaceId },
    body: { name: `Atlas ${randomUUID().slice(0, 8)}`, settings },
  });
  return answer.json as { id: string; key: string; name: string; slug: string };
}

/** A developer with a workspace, a tracked project and an enrolled device: all that an upload needs. */
export async function aTrackedDevice() {
  const developer = await aDeveloper();
  const workspace = await aWorkspace(developer);
  const project = await aProject(developer, workspace.id);
  const deviceId = randomUUID();
  await call(enroll.POST, "POST", {
    bearer: developer.jwt,
    body: { device_id: deviceId, project_id: project.id },
  });
  return { developer, workspace, project, deviceId };
}

/** What is stored of a device whose owner was told of screenshots long ago: all may be taken that is set. */
export const TOLD_OF_SCREENSHOTS = {
  policy: "full_screen",
  before: "full_screen",
  from: "2020-01-01T00:00:00.000Z",
};

/** A valid sample; `given` overrides any of its fields. */
export function aSample(given: Record<string, unknown> = {}) {
  return {
    event_id: randomUUID(),
    client_seq: 1,
    ts: new Date().toISOString(),
    interval_s: 60,
    active_app: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "main.ts" },
    ...given,
  };
}

/** The envelope of a batch around these events. */
export function aBatch(deviceId: string, events: unknown[], given: Record<string, unknown> = {}) {
  return { schema_version: "1.0", device_id: deviceId, sent_at: new Date().toISOString(), events, ...given };
}

/** Makes a developer a member of a workspace who may do this and nothing else. */
export async function aMemberWith(workspaceId: string, permissions: readonly string[]) {
  const member = await aDeveloper();
  const id = randomUUID();
  await db().customRole.create({
    data: { id, workspaceId, name: id, slug: id, storedPermissions: [...permissions], priority: 20 },
  });
  await db().workspaceMember.create({ data: { workspaceId, developerId: member.id, customRoleId: id } });
  return member;
}

/** Every way in which a member can lose a permission, each as a change of the database. */
export function waysToLose(workspaceId: string, developerId: string, permission: string) {
  const member = { workspaceId_developerId: { workspaceId, developerId } };
  const change = (data: Parameters<ReturnType<typeof db>["workspaceMember"]["update"]>[0]["data"]) => () =>
    db().workspaceMember.update({ where: member, data });
  const category = CATALOG.find(({ slug }) => slug === permission)?.category;
  const app = APPS.find(({ categories }) => (categories as readonly unknown[]).includes(category));
  return {
    "an override": change({ permissionOverrides: { [permission]: false } }),
    ...(app ? { "a closed app": change({ appPermissions: { [app.slug]: false } }) } : {}),
    "a suspension": change({ status: "suspended" }),
    "another role": async () => {
      const role = await db().customRole.create({
        data: { workspaceId, name: "Nothing", slug: randomUUID(), storedPermissions: [], priority: 10 },
      });
      await change({ customRoleId: role.id })();
    },
    "a deactivated account": () =>
      db().developer.update({ where: { id: developerId }, data: { isActive: false } }),
    leaving: () => db().workspaceMember.delete({ where: member }),
  };
}
