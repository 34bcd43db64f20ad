import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as member from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import * as repository from "@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/route";
import * as teamMember from "@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/members/[developer_id]/route";
import * as teamMembers from "@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/members/route";
import * as team from "@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/route";
import * as sync from "@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/sync/route";
import * as teams from "@/app/api/v1/workspaces/[workspace_id]/teams/route";
import { db } from "@/lib/platform/database";
import { DAY_MS } from "@/lib/platform/limits";
import { sweepFollowingTeams, syncFollowingTeam, syncTeamsOfRepository } from "@/lib/teams/jobs";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

async function aHouse() {
  const ada = await aDeveloper();
  const workspace = await aWorkspace(ada);
  return { ada, params: { workspace_id: workspace.id } };
}

type House = Awaited<ReturnType<typeof aHouse>>;

async function aTeam({ ada, params }: House, body: object = {}) {
  const answer = await call(teams.POST, "POST", {
    bearer: ada.jwt,
    params,
    body: { name: `Team ${randomUUID().slice(0, 8)}`, ...body },
  });
  expect(answer.status).toBe(201);
  return { ...answer.json, params: { ...params, team_id: answer.json.id } };
}

async function aRepository(workspaceId: string) {
  const data = {
    workspaceId,
    externalId: randomUUID(),
    fullName: "acme/web",
    defaultBranch: "main",
    isPrivate: true,
  };
  return db().workspaceRepository.create({ data });
}

async function aCommit(repositoryId: string, developerId: string | null, daysAgo = 1) {
  const committedAt = new Date(Date.now() - daysAgo * DAY_MS);
  await db().repositoryCommit.create({
    data: { repositoryId, developerId, sha: randomUUID(), message: "Fix it", committedAt },
  });
}

async function membersOf(teamId: string) {
  const rows = await db().teamMember.findMany({ where: { teamId } });
  return new Map(rows.map((row) => [row.developerId, row]));
}

async function queuedSyncs(teamId: string): Promise<number> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM graphile_worker.jobs WHERE key = ${`${syncFollowingTeam.name}:${teamId}`}`;
  return rows.length;
}

describe("POST /workspaces/{workspace_id}/teams", () => {
  it("derives a slug from the name, also for clashing names at the same time", async () => {
    const house = await aHouse();
    const made = await Promise.all(Array.from({ length: 5 }, () => aTeam(house, { name: "Platform Team" })));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(5);
    expect(made.map(({ slug }) => slug)).toContain("platform-team");
    expect(made[0]).toMatchObject({
      type: "manual",
      source_repository_ids: [],
      member_count: 0,
      synced_at: null,
    });
  });

  it("answers 409 to the second request for the same slug", async () => {
    const { ada, params } = await aHouse();
    const create = () =>
      call(teams.POST, "POST", { bearer: ada.jwt, params, body: { name: "A", slug: "core" } });
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.json.detail).toBe("The slug core is taken");
  });

  it.each([
    [{}, "name"],
    [{ name: "  " }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: "x", slug: "Not A Slug" }, "slug"],
    [{ name: "x", type: "magic" }, "type"],
    [{ name: "x", source_repository_ids: ["nope"] }, "source_repository_ids.0"],
    [{ name: "x", source_repository_ids: [randomUUID()] }, "source_repository_ids"],
    [{ name: "x", source_repository_ids: "all" }, "source_repository_ids"],
  ])("refuses %j with a 422 that names the field", async (body, path) => {
    const { ada, params } = await aHouse();
    const answer = await call(teams.POST, "POST", { bearer: ada.jwt, params, body });
    expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, path]);
    expect(await db().team.count({ where: { workspaceId: params.workspace_id } })).toBe(0);
  });

  it("accepts only repositories of its workspace as sources, each once", async () => {
    const [house, other] = [await aHouse(), await aHouse()];
    const own = await aRepository(house.params.workspace_id);
    const foreign = await aRepository(other.params.workspace_id);
    const body = { name: "x", type: "repo_based", source_repository_ids: [own.id, foreign.id] };
    const { ada, params } = house;
    const refused = await call(teams.POST, "POST", { bearer: ada.jwt, params, body });
    expect([refused.status, refused.json.issues[0].path]).toEqual([422, "source_repository_ids"]);
    const made = await aTeam(house, { type: "repo_based", source_repository_ids: [own.id, own.id] });
    expect(made.source_repository_ids).toEqual([own.id]);
  });

  it("ignores fields that nobody may set, and is audited", async () => {
    const house = await aHouse();
    const other = await aHouse();
    const made = await aTeam(house, { workspace_id: other.params.workspace_id, synced_at: "2020-01-01" });
    const row = await db().team.findUniqueOrThrow({ where: { id: made.id } });
    expect(row).toMatchObject({ workspaceId: house.params.workspace_id, syncedAt: null });
    const told = await db().auditEvent.findFirstOrThrow({ where: { targetId: made.id } });
    expect(told).toMatchObject({ action: "team.created", actorId: house.ada.id, targetType: "team" });
  });
});

describe("GET /workspaces/{workspace_id}/teams", () => {
  it("pages newest first, filters by type and part of a name, and counts members", async () => {
    const house = await aHouse();
    const { ada, params } = house;
    const names = ["Web North", "Web South", "Data"];
    for (const name of names) await aTeam(house, { name, type: name === "Data" ? "auto_sync" : "manual" });
    const grace = await aMember(params.workspace_id, "viewer");
    const [newest] = (await call(teams.GET, "GET", { bearer: grace.jwt, params })).json;
    expect([newest.name, newest.member_count]).toEqual(["Data", 0]);
    const at = { ...params, team_id: newest.id };
    await call(teamMembers.POST, "POST", { bearer: ada.jwt, params: at, body: { developer_id: grace.id } });
    const list = async (query: Record<string, string>) => {
      const answer = await call(teams.GET, "GET", { bearer: grace.jwt, params, query });
      return answer.json.map((each: { name: string }) => each.name);
    };
    expect(await list({ type: "manual" })).toEqual(["Web South", "Web North"]);
    expect(await list({ search: "web n" })).toEqual(["Web North"]);
    const first = await call(teams.GET, "GET", { bearer: grace.jwt, params, query: { limit: "2" } });
    expect(first.json[0].member_count).toBe(1);
    const cursor = new URL(first.headers.get("link")?.slice(1).split(">")[0] ?? "", "http://x").searchParams;
    expect(await list({ limit: "2", cursor: cursor.get("cursor") ?? "" })).toEqual(["Web North"]);
    const bad = await call(teams.GET, "GET", { bearer: grace.jwt, params, query: { type: "magic" } });
    expect(bad.status).toBe(400);
  });
});

describe("a team", () => {
  it("changes only the fields sent", async () => {
    const house = await aHouse();
    const { bearer } = { bearer: house.ada.jwt };
    const repository = await aRepository(house.params.workspace_id);
    const made = await aTeam(house, { name: "Web", slug: "web" });
    const body = { type: "repo_based", source_repository_ids: [repository.id] };
    const changed = await call(team.PATCH, "PATCH", { bearer, params: made.params, body });
    expect(changed.json).toMatchObject({ name: "Web", slug: "web", ...body });
    const other = await aTeam(house);
    const taken = await call(team.PATCH, "PATCH", { bearer, params: other.params, body: { slug: "web" } });
    expect([taken.status, taken.json.detail]).toEqual([409, "The slug web is taken"]);
    const bad = { source_repository_ids: [randomUUID()] };
    expect((await call(team.PATCH, "PATCH", { bearer, params: made.params, body: bad })).status).toBe(422);
    const shown = await call(team.GET, "GET", { bearer, params: made.params });
    expect(shown.json).toEqual(changed.json);
  });

  it("is deleted with its memberships, and its people stay", async () => {
    const house = await aHouse();
    const bearer = house.ada.jwt;
    const made = await aTeam(house);
    const body = { developer_id: house.ada.id };
    await call(teamMembers.POST, "POST", { bearer, params: made.params, body });
    const remove = () => call(team.DELETE, "DELETE", { bearer, params: made.params });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect((await membersOf(made.id)).size).toBe(0);
    expect(await db().workspaceMember.count({ where: { developerId: house.ada.id } })).toBe(1);
  });

  it("of another workspace is a 404 on every route, and is not changed", async () => {
    const [house, other] = [await aHouse(), await aHouse()];
    const theirs = await aTeam(other, { type: "repo_based" });
    await call(teamMembers.POST, "POST", {
      bearer: other.ada.jwt,
      params: theirs.params,
      body: { developer_id: other.ada.id },
    });
    const { ada, params } = house;
    const at = { ...params, team_id: theirs.id };
    const them = { ...at, developer_id: other.ada.id };
    const bearer = ada.jwt;
    const answers = await Promise.all([
      call(team.GET, "GET", { bearer, params: at }),
      call(team.PATCH, "PATCH", { bearer, params: at, body: { name: "Mine" } }),
      call(team.DELETE, "DELETE", { bearer, params: at }),
      call(sync.POST, "POST", { bearer, params: at }),
      call(teamMembers.GET, "GET", { bearer, params: at }),
      call(teamMembers.POST, "POST", { bearer, params: at, body: { developer_id: ada.id } }),
      call(teamMember.PATCH, "PATCH", { bearer, params: them, body: { role: "lead" } }),
      call(teamMember.DELETE, "DELETE", { bearer, params: them }),
      call(team.GET, "GET", { bearer, params: { ...params, team_id: "nonsense" } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(404));
    const row = await db().team.findUniqueOrThrow({ where: { id: theirs.id }, include: { members: true } });
    expect([row.name, row.syncedAt]).toEqual([theirs.name, null]);
    expect(row.members).toMatchObject([{ developerId: other.ada.id, role: "member" }]);
  });

  it("needs can_view_teams to be seen and can_manage_teams to be changed, and is hidden from strangers", async () => {
    const house = await aHouse();
    const made = await aTeam(house);
    const viewer = await aMember(house.params.workspace_id, "viewer");
    const stranger = await aDeveloper();
    const body = { developer_id: viewer.id };
    for (const [person, seen] of [
      [viewer, 200],
      [stranger, 403],
    ] as const) {
      const bearer = person.jwt;
      const { params } = made;
      const one = { ...params, developer_id: viewer.id };
      const reads = [
        await call(teams.GET, "GET", { bearer, params }),
        await call(team.GET, "GET", { bearer, params }),
        await call(teamMembers.GET, "GET", { bearer, params }),
      ];
      expect(reads.map(({ status }) => status)).toEqual([seen, seen, seen]);
      const writes = [
        await call(teams.POST, "POST", { bearer, params, body: { name: "x" } }),
        await call(team.PATCH, "PATCH", { bearer, params, body: { name: "x" } }),
        await call(team.DELETE, "DELETE", { bearer, params }),
        await call(sync.POST, "POST", { bearer, params }),
        await call(teamMembers.POST, "POST", { bearer, params, body }),
        await call(teamMember.PATCH, "PATCH", { bearer, params: one, body: { role: "lead" } }),
        await call(teamMember.DELETE, "DELETE", { bearer, params: one }),
      ];
      expect(writes.map(({ status }) => status)).toEqual(Array(7).fill(403));
    }
    expect(await db().team.count({ where: { workspaceId: house.params.workspace_id } })).toBe(1);
    expect((await membersOf(made.id)).size).toBe(0);
  });
});

describe("members of a team", () => {
  it("keep their role if they are added again without one", async () => {
    const house = await aHouse();
    const { params } = await aTeam(house);
    const grace = await aMember(house.params.workspace_id, "developer");
    const add = (body: object) =>
      call(teamMembers.POST, "POST", {
        bearer: house.ada.jwt,
        params,
        body: { developer_id: grace.id, ...body },
      });
    expect((await add({})).json.role).toBe("member");
    expect((await add({ role: "lead" })).json.role).toBe("lead");
    expect((await add({})).json.role).toBe("lead");
  });

  it("are added once, listed, given a role and removed", async () => {
    const house = await aHouse();
    const bearer = house.ada.jwt;
    const grace = await aMember(house.params.workspace_id, "developer");
    const { params } = await aTeam(house);
    const add = (role: string) =>
      call(teamMembers.POST, "POST", { bearer, params, body: { developer_id: grace.id, role } });
    expect((await add("member")).json).toMatchObject({ role: "member", source: "manual", name: grace.name });
    expect((await add("lead")).json).toMatchObject({ role: "lead" });
    const at = { ...params, developer_id: grace.id };
    const changed = await call(teamMember.PATCH, "PATCH", { bearer, params: at, body: { role: "member" } });
    expect(changed.json).toMatchObject({ developer_id: grace.id, role: "member" });
    const list = await call(teamMembers.GET, "GET", { bearer: grace.jwt, params });
    expect(list.json).toEqual([changed.json]);
    const remove = () => call(teamMember.DELETE, "DELETE", { bearer, params: at });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    const gone = await call(teamMember.PATCH, "PATCH", { bearer, params: at, body: { role: "lead" } });
    expect(gone.status).toBe(404);
    const told = await db().auditEvent.findMany({
      where: { targetId: params.team_id, action: { startsWith: "team_member" } },
      orderBy: { id: "asc" },
    });
    expect(told.map(({ action }) => action)).toEqual([
      "team_member.added",
      "team_member.added",
      "team_member.updated",
      "team_member.removed",
    ]);
  });

  it("must be active members of the workspace", async () => {
    const house = await aHouse();
    const { params } = await aTeam(house);
    const stranger = await aDeveloper();
    const suspended = await aMember(house.params.workspace_id, "developer");
    const at = { workspaceId: house.params.workspace_id, developerId: suspended.id };
    await db().workspaceMember.update({
      where: { workspaceId_developerId: at },
      data: { status: "suspended" },
    });
    const deactivated = await aMember(house.params.workspace_id, "developer");
    await db().developer.update({ where: { id: deactivated.id }, data: { isActive: false } });
    for (const id of [stranger.id, suspended.id, deactivated.id, randomUUID()]) {
      const body = { developer_id: id };
      const answer = await call(teamMembers.POST, "POST", { bearer: house.ada.jwt, params, body });
      expect([answer.status, answer.json.issues[0].path]).toEqual([422, "developer_id"]);
    }
    expect((await membersOf(params.team_id)).size).toBe(0);
  });

  it.each([[{}], [{ developer_id: "x" }], [{ developer_id: randomUUID(), role: "boss" }]])(
    "refuses %j with a 422",
    async (body) => {
      const house = await aHouse();
      const { params } = await aTeam(house);
      const answer = await call(teamMembers.POST, "POST", { bearer: house.ada.jwt, params, body });
      expect(answer.status).toBe(422);
    },
  );

  it("lose their place when they leave the workspace, also if they are added at that moment", async () => {
    const house = await aHouse();
    const bearer = house.ada.jwt;
    const { params } = await aTeam(house);
    const people = await Promise.all(
      Array.from({ length: 8 }, () => aMember(house.params.workspace_id, "developer")),
    );
    await Promise.all(
      people.flatMap(({ id }) => [
        call(teamMembers.POST, "POST", { bearer, params, body: { developer_id: id } }),
        call(member.DELETE, "DELETE", { bearer, params: { ...house.params, developer_id: id } }),
      ]),
    );
    const left = await db().workspaceMember.count({ where: { workspaceId: house.params.workspace_id } });
    expect(left).toBe(1);
    expect((await membersOf(params.team_id)).size).toBe(0);
  });
});

describe("POST /workspaces/{workspace_id}/teams/{team_id}/sync", () => {
  it("adds active members who committed in the last 90 days, and removes those who did not", async () => {
    const house = await aHouse();
    const { workspace_id: workspaceId } = house.params;
    const [repository, unrelated] = [await aRepository(workspaceId), await aRepository(workspaceId)];
    const [grace, old, elsewhere, suspended, hand] = (await Promise.all(
      Array.from({ length: 5 }, () => aMember(workspaceId, "developer")),
    )) as [House["ada"], House["ada"], House["ada"], House["ada"], House["ada"]];
    const outsider = await aDeveloper();
    const { params } = await aTeam(house, { type: "repo_based", source_repository_ids: [repository.id] });
    await aCommit(repository.id, grace.id);
    await aCommit(repository.id, grace.id, 2);
    await aCommit(repository.id, house.ada.id, 89);
    await aCommit(repository.id, old.id, 91);
    await aCommit(repository.id, old.id, -400);
    await aCommit(unrelated.id, elsewhere.id);
    await aCommit(repository.id, suspended.id);
    await aCommit(repository.id, outsider.id);
    await aCommit(repository.id, null);
    await db().workspaceMember.update({
      where: { workspaceId_developerId: { workspaceId, developerId: suspended.id } },
      data: { status: "suspended" },
    });
    await db().teamMember.createMany({
      data: [
        { teamId: params.team_id, developerId: old.id, source: "repo_contributor", role: "lead" },
        { teamId: params.team_id, developerId: hand.id, source: "manual" },
      ],
    });
    const run = () => call(sync.POST, "POST", { bearer: house.ada.jwt, params });
    expect((await run()).json).toEqual({ added: 2, removed: 1, unchanged: 1 });
    const members = await membersOf(params.team_id);
    expect([...members.keys()].sort()).toEqual([grace.id, house.ada.id, hand.id].sort());
    expect(members.get(grace.id)).toMatchObject({ source: "repo_contributor", role: "member" });
    expect((await run()).json).toEqual({ added: 0, removed: 0, unchanged: 3 });
    const shown = await call(team.GET, "GET", { bearer: house.ada.jwt, params });
    expect(Date.now() - Date.parse(shown.json.synced_at)).toBeLessThan(60_000);
    const told = await db().auditEvent.findFirstOrThrow({
      where: { targetId: params.team_id, action: "team.synced" },
      orderBy: { id: "asc" },
    });
    expect(told).toMatchObject({ actorId: house.ada.id, after: { added: 2, removed: 1, unchanged: 1 } });
  });

  it("ignores repositories of other workspaces, whatever the team's row says", async () => {
    const [house, other] = [await aHouse(), await aHouse()];
    const foreign = await aRepository(other.params.workspace_id);
    await aCommit(foreign.id, house.ada.id);
    const { params } = await aTeam(house, { type: "repo_based" });
    await db().team.update({ where: { id: params.team_id }, data: { sourceRepositoryIds: [foreign.id] } });
    const answer = await call(sync.POST, "POST", { bearer: house.ada.jwt, params });
    expect(answer.json).toEqual({ added: 0, removed: 0, unchanged: 0 });
  });

  it("ignores a deleted repository, and removes its contributors", async () => {
    const house = await aHouse();
    const bearer = house.ada.jwt;
    const [dropped, kept] = [
      await aRepository(house.params.workspace_id),
      await aRepository(house.params.workspace_id),
    ];
    const sources = { source_repository_ids: [dropped.id, kept.id] };
    const { params } = await aTeam(house, { type: "repo_based", ...sources });
    await aCommit(dropped.id, house.ada.id);
    await call(sync.POST, "POST", { bearer, params });
    const at = { ...house.params, repository_id: dropped.id };
    expect((await call(repository.DELETE, "DELETE", { bearer, params: at })).status).toBe(204);
    const shown = await call(team.GET, "GET", { bearer, params });
    expect(shown.json).toMatchObject({ source_repository_ids: [kept.id], member_count: 1 });
    const answer = await call(sync.POST, "POST", { bearer, params });
    expect(answer.json).toEqual({ added: 0, removed: 1, unchanged: 0 });
  });

  it("answers 409 for a manual team and changes nothing", async () => {
    const house = await aHouse();
    const { params } = await aTeam(house);
    const answer = await call(sync.POST, "POST", { bearer: house.ada.jwt, params });
    expect([answer.status, answer.json.detail]).toEqual([409, "A manual team has nothing to sync with"]);
  });

  it("keeps members whom someone added by hand after a sync had added them", async () => {
    const house = await aHouse();
    const repository = await aRepository(house.params.workspace_id);
    const { params } = await aTeam(house, { type: "auto_sync", source_repository_ids: [repository.id] });
    await aCommit(repository.id, house.ada.id);
    const bearer = house.ada.jwt;
    await call(sync.POST, "POST", { bearer, params });
    expect((await membersOf(params.team_id)).get(house.ada.id)?.source).toBe("auto_sync");
    await call(teamMembers.POST, "POST", { bearer, params, body: { developer_id: house.ada.id } });
    await db().repositoryCommit.deleteMany({ where: { repositoryId: repository.id } });
    const again = await call(sync.POST, "POST", { bearer, params });
    expect(again.json).toEqual({ added: 0, removed: 0, unchanged: 1 });
  });

  it("counts each change once when several run at once", async () => {
    const house = await aHouse();
    const repository = await aRepository(house.params.workspace_id);
    const { params } = await aTeam(house, { type: "repo_based", source_repository_ids: [repository.id] });
    await aCommit(repository.id, house.ada.id);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call(sync.POST, "POST", { bearer: house.ada.jwt, params })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(({ json }) => json.added).sort()).toEqual([0, 0, 0, 1]);
  });

  it("keeps members added by hand and makes the rest equal to the contributors, whatever came before", async () => {
    const house = await aHouse();
    const { workspace_id: workspaceId } = house.params;
    const repository = await aRepository(workspaceId);
    const { params } = await aTeam(house, { type: "repo_based", source_repository_ids: [repository.id] });
    const people = await Promise.all(Array.from({ length: 6 }, () => aMember(workspaceId, "developer")));
    const person = fc.record({
      place: fc.constantFrom(null, "manual", "repo_contributor", "auto_sync"),
      daysAgo: fc.constantFrom(null, 1, 89, 91, 400),
    });
    const places = fc.array(person, { minLength: people.length, maxLength: people.length });
    await fc.assert(
      fc.asyncProperty(places, async (given) => {
        const all = people.flatMap(({ id }, i) => (given[i] ? [{ id, ...given[i] }] : []));
        await db().teamMember.deleteMany({ where: { teamId: params.team_id } });
        await db().repositoryCommit.deleteMany({ where: { repositoryId: repository.id } });
        await db().teamMember.createMany({
          data: all.flatMap(({ id, place }) =>
            place ? [{ teamId: params.team_id, developerId: id, source: place }] : [],
          ),
        });
        await Promise.all(
          all.map(({ id, daysAgo }) => (daysAgo === null ? null : aCommit(repository.id, id, daysAgo))),
        );
        const contributes = ({ daysAgo }: { daysAgo: number | null }) => daysAgo !== null && daysAgo < 90;
        const answer = await call(sync.POST, "POST", { bearer: house.ada.jwt, params });
        const members = await membersOf(params.team_id);
        const expected = all.filter((each) => each.place === "manual" || contributes(each));
        expect([...members.keys()].sort()).toEqual(expected.map(({ id }) => id).sort());
        for (const { id, place } of expected) {
          expect(members.get(id)?.source).toBe(place ?? "repo_contributor");
        }
        expect(answer.json).toEqual({
          added: expected.filter(({ place }) => place === null).length,
          removed: all.filter((each) => each.place !== null && !expected.includes(each)).length,
          unchanged: expected.filter(({ place }) => place !== null).length,
        });
      }),
      { numRuns: 25 },
    );
  });
});

describe("a team of type auto_sync", () => {
  it("follows the commits of its repositories automatically, and is audited once", async () => {
    const house = await aHouse();
    const repository = await aRepository(house.params.workspace_id);
    const sources = { source_repository_ids: [repository.id] };
    const following = await aTeam(house, { type: "auto_sync", ...sources });
    const repoBased = await aTeam(house, { type: "repo_based", ...sources });
    const elsewhere = await aTeam(house, { type: "auto_sync" });
    await aCommit(repository.id, house.ada.id);
    const now = new Date();
    await syncTeamsOfRepository.handler({ repository_id: repository.id }, { now });
    await syncTeamsOfRepository.handler({ repository_id: repository.id }, { now });
    expect(await Promise.all([following, repoBased, elsewhere].map(({ id }) => queuedSyncs(id)))).toEqual([
      1, 0, 0,
    ]);
    await syncFollowingTeam.handler({ team_id: following.id }, { now });
    await syncFollowingTeam.handler({ team_id: following.id }, { now });
    expect((await membersOf(following.id)).get(house.ada.id)).toMatchObject({ source: "auto_sync" });
    const told = await db().auditEvent.findMany({
      where: { targetId: following.id, action: "team.synced" },
    });
    expect(told).toMatchObject([{ actorId: null, after: { added: 1, removed: 0, unchanged: 0 } }]);
  });

  it("is left alone by the job once it is manual or deleted", async () => {
    const house = await aHouse();
    const repository = await aRepository(house.params.workspace_id);
    await aCommit(repository.id, house.ada.id);
    const sources = { source_repository_ids: [repository.id] };
    const manual = await aTeam(house, { type: "manual", ...sources });
    await syncFollowingTeam.handler({ team_id: manual.id }, { now: new Date() });
    await syncFollowingTeam.handler({ team_id: randomUUID() }, { now: new Date() });
    await syncTeamsOfRepository.handler({ repository_id: randomUUID() }, { now: new Date() });
    expect((await membersOf(manual.id)).size).toBe(0);
  });

  it("is synced again after a day without commits, so that members also leave", async () => {
    const house = await aHouse();
    const [stale, fresh] = [
      await aTeam(house, { type: "auto_sync" }),
      await aTeam(house, { type: "auto_sync" }),
    ];
    const now = new Date();
    const synced = (id: string, msAgo: number) =>
      db().team.update({ where: { id }, data: { syncedAt: new Date(now.getTime() - msAgo) } });
    await synced(stale.id, DAY_MS + 1);
    await synced(fresh.id, DAY_MS - 60_000);
    await sweepFollowingTeams.handler({}, { now });
    expect([await queuedSyncs(stale.id), await queuedSyncs(fresh.id)]).toEqual([1, 0]);
  });
});
