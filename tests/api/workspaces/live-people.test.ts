import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import * as people from "@/app/api/v1/workspaces/[workspace_id]/live/people/route";
import { liveHub } from "@/lib/live/hub";
import { PRESENT_MS } from "@/lib/live/limits";
import { db } from "@/lib/platform/database";
import { frontDoor } from "@/lib/platform/front-door";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aMemberWith, aProject, aWorkspace } from "@/tests/support/factories";
import { listenTo } from "@/tests/support/live";
import { aTable } from "@/tests/support/tables";

beforeAll(() => {
  frontDoor().holdsStreams = true;
});
afterEach(() => liveHub().close());

type Here = { people: { id: string; name: string; avatar_url: string | null }[] };
type Thing = { area: string; id: string };

const look = async (bearer: string, workspaceId: string, thing: Thing) => {
  const answer = await call(people.PUT, "PUT", {
    bearer,
    params: { workspace_id: workspaceId },
    body: thing,
  });
  return { status: answer.status, body: answer.json as Here };
};
const leave = (bearer: string, workspaceId: string, { area, id }: Thing) =>
  call(people.DELETE, "DELETE", { bearer, params: { workspace_id: workspaceId }, query: { area, id } });

describe("the list of people looking at a thing", () => {
  it("is seen by the others who are, until they leave, and each change is announced", async () => {
    const table = await aTable();
    const workspaceId = table.at.workspace_id;
    const thing = { area: "tables", id: table.at.table_id };
    const [ada, grace] = [await aMember(workspaceId, "viewer"), await aMember(workspaceId, "viewer")];
    const stream = await listenTo(workspaceId, ada.jwt);
    const told = () =>
      vi.waitFor(() => expect(stream.told).toContainEqual({ ...thing, kind: "people" }), { timeout: 20_000 });

    expect((await look(ada.jwt, workspaceId, thing)).body).toEqual({ people: [] });
    await told();
    stream.told.length = 0;
    const shouted = { ...thing, id: thing.id.toUpperCase() };
    expect((await look(grace.jwt, workspaceId, shouted)).body.people.map(({ id }) => id)).toEqual([ada.id]);
    await told();
    expect((await look(ada.jwt, workspaceId, thing)).body.people.map(({ id }) => id)).toEqual([grace.id]);

    stream.told.length = 0;
    expect((await leave(grace.jwt, workspaceId, thing)).status).toBe(204);
    await told();
    expect((await look(ada.jwt, workspaceId, thing)).body).toEqual({ people: [] });
  });

  it("is announced once, and not each time a page reports it again", async () => {
    const table = await aTable();
    const workspaceId = table.at.workspace_id;
    const thing = { area: "tables", id: table.at.table_id };
    const ada = await aMember(workspaceId, "viewer");
    await look(ada.jwt, workspaceId, thing);
    const stream = await listenTo(workspaceId, table.bearer);
    await look(ada.jwt, workspaceId, thing);
    await table.add({ title: "Lamp" });
    await vi.waitFor(() => expect(stream.told).toContainEqual({ ...thing, kind: "changed" }), {
      timeout: 20_000,
    });
    expect(stream.told.filter(({ kind }) => kind === "people")).toEqual([]);
  });

  it("drops people who stop reporting, and former members", async () => {
    const owner = await aDeveloper();
    const { id: workspaceId } = await aWorkspace(owner);
    const project = await aProject(owner, workspaceId);
    const thing = { area: "tasks", id: project.id };
    const [ada, grace] = [await aMember(workspaceId, "viewer"), await aMember(workspaceId, "viewer")];
    await look(ada.jwt, workspaceId, thing);
    await look(grace.jwt, workspaceId, thing);
    expect((await look(owner.jwt, workspaceId, thing)).body.people).toHaveLength(2);
    await db().livePresence.updateMany({
      where: { developerId: ada.id },
      data: { seenAt: new Date(Date.now() - PRESENT_MS - 1) },
    });
    await db().workspaceMember.updateMany({
      where: { workspaceId, developerId: grace.id },
      data: { status: "suspended" },
    });
    expect((await look(owner.jwt, workspaceId, thing)).body).toEqual({ people: [] });
  });

  it("stores nothing but where people are", async () => {
    const owner = await aDeveloper();
    const { id: workspaceId } = await aWorkspace(owner);
    const projects = [await aProject(owner, workspaceId), await aProject(owner, workspaceId)];
    for (const { id } of projects) {
      await look(owner.jwt, workspaceId, { area: "tasks", id });
      await db().livePresence.updateMany({
        where: { developerId: owner.id },
        data: { seenAt: new Date(Date.now() - PRESENT_MS - 1) },
      });
    }
    await look(owner.jwt, workspaceId, { area: "tasks", id: projects[1]?.id ?? "" });
    expect(await db().livePresence.count({ where: { developerId: owner.id } })).toBe(1);
  });

  it("is for those who may see the thing, of this workspace", async () => {
    const table = await aTable();
    const workspaceId = table.at.workspace_id;
    const thing = { area: "tables", id: table.at.table_id };
    const other = await aTable();
    const blind = await aMemberWith(workspaceId, ["can_view_projects"]);
    expect((await look(blind.jwt, workspaceId, thing)).status).toBe(403);
    expect((await look(other.bearer, workspaceId, thing)).status).toBe(403);
    expect((await look(table.bearer, workspaceId, { ...thing, id: other.at.table_id })).status).toBe(404);
    expect((await look(table.bearer, workspaceId, { area: "records", id: randomUUID() })).status).toBe(404);
    expect((await look(table.bearer, workspaceId, { area: "inbox", id: randomUUID() })).status).toBe(422);
    expect((await look(table.bearer, workspaceId, { ...thing, id: "x" })).status).toBe(422);
    expect((await leave(table.bearer, workspaceId, { ...thing, id: randomUUID() })).status).toBe(204);
  });

  it("is stored once for many tabs at the same moment", async () => {
    const table = await aTable();
    const thing = { area: "tables", id: table.at.table_id };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => look(table.bearer, table.at.workspace_id, thing)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await db().livePresence.count({ where: { thingId: table.at.table_id } })).toBe(1);
  });
});
