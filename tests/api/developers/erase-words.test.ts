import { expect, it } from "vitest";
import { POST as mintToken } from "@/app/api/v1/developers/me/api-tokens/route";
import { DELETE, PATCH } from "@/app/api/v1/developers/me/route";
import { POST as accept } from "@/app/api/v1/invites/[token]/accept/route";
import { POST as addNote } from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/notes/route";
import { POST as createRecord } from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/route";
import { POST as invite, GET as listInvites } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { GET as inbox } from "@/app/api/v1/workspaces/[workspace_id]/notifications/route";
import { POST as comment } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/comments/route";
import { POST as createTask } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import { eraseDeveloperJob } from "@/lib/identity/erasure/jobs";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { tablesWith } from "@/tests/support/dump";
import { aDeveloper, aProject, aWorkspace } from "@/tests/support/factories";

type Person = Awaited<ReturnType<typeof aDeveloper>>;

async function send(
  [handler, person, params]: readonly [Parameters<typeof call>[0], Person, Record<string, string>],
  body: object,
) {
  const answer = await call(handler, "POST", { bearer: person.jwt, params, body });
  expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
  return answer.json;
}

async function inviteTo(owner: Person, workspaceId: string, email: string): Promise<string> {
  const role = await db().customRole.findFirstOrThrow({ where: { workspaceId, slug: "admin" } });
  return (await send([invite, owner, { workspace_id: workspaceId }], { email, custom_role_id: role.id }))
    .token;
}

/** Somebody who told a colleague of three things, is invited elsewhere, and has a token. */
async function somebody(name: string, isVerified = true) {
  const [owner, elsewhere, person] = [
    await aDeveloper(),
    await aDeveloper(),
    await aDeveloper({ name, email: `${name}@example.com` }),
  ];
  const [workspace, other] = [await aWorkspace(owner), await aWorkspace(elsewhere)];
  const at = { workspace_id: workspace.id };
  const token = await inviteTo(owner, workspace.id, person.email);
  await send([accept, person, { token }], {});
  await inviteTo(elsewhere, other.id, person.email);
  await db().developer.update({ where: { id: person.id }, data: { emailVerified: isVerified } });
  const project = await aProject(owner, workspace.id);
  const inProject = { ...at, project_id: project.id };
  const task = await send([createTask, person, inProject], { title: "Weave", assignee_id: owner.id });
  await send([comment, person, { ...inProject, task_ref: String(task.number) }], {
    body: `@${owner.name} look`,
  });
  const record = await send([createRecord, person, { ...at, object_slug: "person" }], {
    values: { name: "Customer" },
  });
  const onRecord = { ...at, object_slug: "person", record_id: record.id };
  await send([addNote, person, onRecord], { body: `@${owner.name} look here` });
  await send([mintToken, person, {}], { name: `laptop of ${name}` });
  await call(PATCH, "PATCH", { bearer: person.jwt, body: { name: `Renamed ${name}` } });
  return { owner, elsewhere, person, workspace, other };
}

async function erase({ id, jwt }: Person): Promise<void> {
  expect((await call(DELETE, "DELETE", { bearer: jwt, query: { erase: "true" } })).status).toBe(204);
  while (await eraseDeveloperJob.handler({ developer_id: id }, { now: new Date() }));
}

const titlesFor = async (person: Person, workspaceId: string): Promise<string[]> =>
  (await call(inbox, "GET", { bearer: person.jwt, params: { workspace_id: workspaceId } })).json.map(
    ({ title }: { title: string }) => title,
  );

it("Erasing somebody leaves their names and address nowhere in the database, under whatever name they told others of something", async () => {
  const { owner, elsewhere, person, workspace, other } = await somebody("zyxada");
  const kept = await somebody("quxgrace");
  const before = await titlesFor(owner, workspace.id);
  expect(before.filter((title) => title.startsWith("zyxada "))).toHaveLength(4);
  expect(await tablesWith("zyxada")).not.toEqual([]);

  await erase(person);

  expect(await tablesWith("zyxada")).toEqual([]);
  const after = await titlesFor(owner, workspace.id);
  expect(after).toEqual(before.filter((title) => !title.includes("zyxada")));
  expect(await titlesFor(kept.owner, kept.workspace.id)).toHaveLength(before.length);
  const invites = await call(listInvites, "GET", {
    bearer: elsewhere.jwt,
    params: { workspace_id: other.id },
  });
  expect(invites.json).toEqual([]);
});

it("Erasing somebody whose address no provider has confirmed leaves what was sent to that address to whose it is", async () => {
  const { person, other } = await somebody("wyxbob", false);
  await erase(person);
  expect(await db().workspaceInvite.count({ where: { workspaceId: other.id } })).toBe(1);
});
