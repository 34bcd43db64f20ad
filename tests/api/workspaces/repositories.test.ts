import { afterEach, describe, expect, it } from "vitest";
import { POST as reclaim } from "@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/reclaim/route";
import * as one from "@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/route";
import { POST as sync } from "@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/sync/route";
import { GET as available } from "@/app/api/v1/workspaces/[workspace_id]/repositories/available/route";
import { GET, POST } from "@/app/api/v1/workspaces/[workspace_id]/repositories/route";
import { db, pool } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aConnectedDeveloper, startCodeHost } from "@/tests/support/code-host";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

const server = await startCodeHost();
const { hosted } = server;

let count = 0;
/** A name of its own for each test, because all tests share one code host; none is a part of another. */
const aName = () => {
  count += 1;
  return `acme/app-${String(count).padStart(4, "0")}`;
};

afterEach(() => {
  hosted.interfere = () => undefined;
  server.api = "answers";
});

async function aHome() {
  const ada = await aConnectedDeveloper(server, { name: "Ada" });
  const workspace = await aWorkspace(ada);
  return { ada, params: { workspace_id: workspace.id } };
}

type Home = Awaited<ReturnType<typeof aHome>>;

const adopt = ({ ada, params }: Home, full_name: string) =>
  call(POST, "POST", { bearer: ada.jwt, params, body: { full_name } });

/** A workspace with an adopted repository. */
async function anAdopted() {
  const home = await aHome();
  const repository = hosted.host(aName(), [home.ada.account.id]);
  const { json } = await adopt(home, repository.fullName);
  return { ...home, repository, json, params: { ...home.params, repository_id: json.id as string } };
}

const auditOf = (id: string) =>
  db().auditEvent.findMany({ where: { targetId: id }, orderBy: { createdAt: "asc" } });

/** How many syncs of a repository wait. */
async function countWaiting(id: string): Promise<number> {
  const { rows } = await pool().query<{ n: number }>(
    "SELECT count(*)::int AS n FROM graphile_worker._private_jobs WHERE key = $1",
    [`repositories.sync-repository:${id}`],
  );
  return rows[0]?.n ?? 0;
}

describe("POST /workspaces/{workspace_id}/repositories", () => {
  it("adopts a repository through the caller's connection and starts its sync", async () => {
    const home = await aHome();
    const repository = hosted.host(aName(), [home.ada.account.id]);
    const answer = await adopt(home, repository.fullName);
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      full_name: repository.fullName,
      default_branch: "main",
      is_private: true,
      adopted_by_developer_id: home.ada.id,
      adopted_by_name: "Ada",
      can_reclaim: false,
      sync_status: "pending",
      last_synced_at: null,
      last_error: null,
      commit_count: 0,
    });
    expect(await countWaiting(answer.json.id)).toBe(1);
    expect(await auditOf(answer.json.id)).toMatchObject([
      { action: "repository.adopted", actorId: home.ada.id, after: { full_name: repository.fullName } },
    ]);
  });

  it("answers 409 for one that the workspace has already adopted, also under its old name", async () => {
    const home = await aHome();
    const repository = hosted.host(aName(), [home.ada.account.id]);
    const [before, after] = [repository.fullName, aName()];
    await adopt(home, before);
    hosted.rename(repository, after);
    for (const name of [before, after]) {
      const answer = await adopt(home, name);
      expect([answer.status, answer.json.detail]).toEqual([
        409,
        `This workspace has already adopted ${after}`,
      ]);
    }
  });

  it("creates one row for two concurrent adoptions, and lets other workspaces adopt the same repository", async () => {
    const home = await aHome();
    const repository = hosted.host(aName(), [home.ada.account.id]);
    const answers = await Promise.all([adopt(home, repository.fullName), adopt(home, repository.fullName)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409]);
    expect(await db().workspaceRepository.count({ where: { workspaceId: home.params.workspace_id } })).toBe(
      1,
    );
    const elsewhere = { ...home, params: { workspace_id: (await aWorkspace(home.ada)).id } };
    expect((await adopt(elsewhere, repository.fullName)).status).toBe(201);
  });

  it("answers 422 without a connection, with a broken one, and without access, and says which", async () => {
    const home = await aHome();
    const secret = hosted.host(aName(), [1]);
    const refused = await adopt(home, secret.fullName);
    expect([refused.status, refused.json.detail]).toEqual([
      422,
      `You have no access to ${secret.fullName} at the code host.`,
    ]);
    expect((await adopt(home, "acme/none-such")).json.detail).toContain("no access");

    const grace = await aMember(home.params.workspace_id, "admin");
    const unconnected = await adopt({ ...home, ada: { ...home.ada, jwt: grace.jwt } }, secret.fullName);
    expect([unconnected.status, unconnected.json.detail]).toEqual([
      422,
      "You are not connected to the code host. Sign in with it once.",
    ]);

    await db().developerConnection.update({
      where: { id: home.ada.connectionId },
      data: { status: "reauth_required" },
    });
    const broken = await adopt(home, hosted.host(aName()).fullName);
    expect([broken.status, broken.json.detail]).toEqual([
      422,
      "The code host no longer accepts your connection. Sign in with the code host again.",
    ]);
    expect(await db().workspaceRepository.count({ where: { workspaceId: home.params.workspace_id } })).toBe(
      0,
    );
  });

  it("marks a connection whose token the code host refuses", async () => {
    const home = await aHome();
    const repository = hosted.host(aName());
    server.revokeTokens();
    expect((await adopt(home, repository.fullName)).status).toBe(422);
    const connection = await db().developerConnection.findUniqueOrThrow({
      where: { id: home.ada.connectionId },
    });
    expect(connection.status).toBe("reauth_required");
  });

  it("answers 429 with the code host's own wait and 503 when it is unavailable, in our own words", async () => {
    const home = await aHome();
    const repository = hosted.host(aName());
    hosted.interfere = () => ({
      status: 403,
      body: { message: "secondary: internal details" },
      headers: { "retry-after": "42" },
    });
    const limited = await adopt(home, repository.fullName);
    expect(limited.status).toBe(429);
    expect([42, 43, 44]).toContain(Number(limited.headers.get("retry-after")));
    for (const interference of ["reset", { status: 500, body: { message: "internal details" } }] as const) {
      hosted.interfere = () => interference;
      const away = await adopt(home, repository.fullName);
      expect([away.status, away.json.detail]).toEqual([
        503,
        "The code host gives no usable answer at the moment.",
      ]);
    }
    expect(limited.text).not.toContain("internal");
  });

  it.each(["acme", "acme/", "/app", "../user", "acme/..", "./x", "acme/app/x", "acme/a?b", "a b/c", "", 7])(
    "refuses the name %j before the code host is asked",
    async (full_name) => {
      const { ada, params } = await aHome();
      const before = hosted.requests.length;
      const answer = await call(POST, "POST", { bearer: ada.jwt, params, body: { full_name } });
      expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, "full_name"]);
      expect(hosted.requests.length).toBe(before);
    },
  );

  it("needs can_manage_repositories, and membership", async () => {
    const home = await aHome();
    const repository = hosted.host(aName());
    const developer = await aMember(home.params.workspace_id, "developer");
    for (const { jwt } of [developer, await aDeveloper()]) {
      const answer = await adopt({ ...home, ada: { ...home.ada, jwt } }, repository.fullName);
      expect([answer.status, answer.json.detail]).toEqual([403, "Permission denied"]);
    }
  });
});

describe("GET /workspaces/{workspace_id}/repositories", () => {
  it("lists the workspace's own repositories, newest first, in pages, by status and by part of the name", async () => {
    const home = await aHome();
    const names = [aName(), aName(), aName()];
    for (const name of names) await adopt(home, hosted.host(name).fullName);
    await anAdopted();
    const list = (query: Record<string, string>) =>
      call(GET, "GET", { bearer: home.ada.jwt, params: home.params, query });
    const first = await list({ limit: "2" });
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await list({ limit: "2", cursor });
    expect([...first.json, ...second.json].map((row) => row.full_name)).toEqual([...names].reverse());
    expect(second.headers.get("link")).toBeNull();
    expect((await list({ search: names[1]?.toUpperCase() ?? "" })).json).toMatchObject([
      { full_name: names[1] },
    ]);
    await db().workspaceRepository.updateMany({
      where: { fullName: names[2] ?? "" },
      data: { syncStatus: "failed" },
    });
    expect((await list({ sync_status: "failed" })).json).toMatchObject([{ full_name: names[2] }]);
    expect((await list({ sync_status: "other" })).status).toBe(400);
  });

  it("answers only those who may view repositories", async () => {
    const { params, json } = await anAdopted();
    const developer = await aMember(params.workspace_id, "developer");
    const viewer = await aMember(params.workspace_id, "viewer");
    expect((await call(one.GET, "GET", { bearer: developer.jwt, params })).json.id).toBe(json.id);
    expect((await call(GET, "GET", { bearer: viewer.jwt, params })).status).toBe(403);
    expect((await call(one.GET, "GET", { bearer: viewer.jwt, params })).status).toBe(403);
  });
});

describe("GET …/repositories/available", () => {
  it("lists what the caller's connection can access, and says which of it is adopted", async () => {
    const home = await aHome();
    const mine = [1, 2, 3].map(() => hosted.host(aName(), [home.ada.account.id]));
    hosted.host(aName(), [1]);
    const adopted = await adopt(home, mine[1]?.fullName ?? "");
    const list = (search?: string) =>
      call(available, "GET", {
        bearer: home.ada.jwt,
        params: home.params,
        query: search === undefined ? {} : { search },
      });
    const answer = await list();
    expect(answer.json).toEqual(
      mine
        .map(({ fullName }, i) => ({
          full_name: fullName,
          default_branch: "main",
          is_private: true,
          repository_id: i === 1 ? adopted.json.id : null,
        }))
        .reverse(),
    );
    expect((await list(mine[0]?.fullName.slice(2))).json).toMatchObject([{ full_name: mine[0]?.fullName }]);
    expect((await list("no such thing")).json).toEqual([]);
  });

  it("searches many pages, and returns a limited number", async () => {
    const home = await aHome();
    for (let i = 0; i < 130; i++) hosted.host(aName(), [home.ada.account.id]);
    const oldest = hosted.repositories.get([...hosted.repositories.keys()].at(-130) ?? 0);
    const list = (search: string) =>
      call(available, "GET", { bearer: home.ada.jwt, params: home.params, query: { search } });
    expect((await list("acme/")).json).toHaveLength(100);
    expect((await list(oldest?.fullName ?? "")).json).toHaveLength(1);
  });
});

describe("DELETE …/repositories/{repository_id}", () => {
  it("deletes the repository with everything stored about it, and audits that", async () => {
    const { ada, params, json, repository } = await anAdopted();
    await db().repositoryCommit.create({
      data: { repositoryId: json.id, sha: "a".repeat(40), message: "x", committedAt: new Date() },
    });
    expect((await call(one.DELETE, "DELETE", { bearer: ada.jwt, params })).status).toBe(204);
    expect(await db().repositoryCommit.count({ where: { repositoryId: json.id } })).toBe(0);
    expect((await call(one.DELETE, "DELETE", { bearer: ada.jwt, params })).status).toBe(404);
    expect((await auditOf(json.id)).at(-1)).toMatchObject({
      action: "repository.dropped",
      before: { full_name: repository.fullName },
    });
  });
});

describe("POST …/repositories/{repository_id}/sync", () => {
  it("answers 202, and starts one sync for any number of requests", async () => {
    const { ada, params, json } = await anAdopted();
    await db().workspaceRepository.update({
      where: { id: json.id },
      data: { syncStatus: "failed", lastError: "x" },
    });
    const answers = await Promise.all([1, 2, 3].map(() => call(sync, "POST", { bearer: ada.jwt, params })));
    expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202]);
    expect(answers[0]?.json).toMatchObject({ sync_status: "pending", last_error: null });
    expect(await countWaiting(json.id)).toBe(1);
  });

  it("does not change the status of a running sync", async () => {
    const { ada, params, json } = await anAdopted();
    await db().workspaceRepository.update({ where: { id: json.id }, data: { syncStatus: "syncing" } });
    expect((await call(sync, "POST", { bearer: ada.jwt, params })).json.sync_status).toBe("syncing");
  });
});

describe("POST …/repositories/{repository_id}/reclaim", () => {
  type Adopted = Awaited<ReturnType<typeof anAdopted>>;

  /** Another administrator with an account at the code host. */
  async function aSuccessor({ params, repository }: Adopted, canRead = true) {
    const grace = await aConnectedDeveloper(server, { name: "Grace" });
    await aMember(params.workspace_id, "admin", grace);
    if (canRead) repository.readers?.add(grace.account.id);
    return grace;
  }

  const member = ({ ada, params }: Adopted) => ({
    workspaceId_developerId: { workspaceId: params.workspace_id, developerId: ada.id },
  });

  it.each<[string, (adopted: Adopted) => Promise<unknown>]>([
    [
      "was deactivated",
      ({ ada }) => db().developer.update({ where: { id: ada.id }, data: { isActive: false } }),
    ],
    [
      "was suspended",
      (adopted) => db().workspaceMember.update({ where: member(adopted), data: { status: "suspended" } }),
    ],
    ["left", (adopted) => db().workspaceMember.delete({ where: member(adopted) })],
    ["was erased", ({ ada }) => db().developer.delete({ where: { id: ada.id } })],
  ])("hands over a repository whose adopter %s", async (_how, leave) => {
    const adopted = await anAdopted();
    const grace = await aSuccessor(adopted);
    await leave(adopted);
    const { params, json } = adopted;
    expect((await call(one.GET, "GET", { bearer: grace.jwt, params })).json.can_reclaim).toBe(true);
    const answer = await call(reclaim, "POST", { bearer: grace.jwt, params });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      adopted_by_developer_id: grace.id,
      adopted_by_name: "Grace",
      can_reclaim: false,
      sync_status: "pending",
    });
    expect((await auditOf(json.id)).at(-1)).toMatchObject({
      action: "repository.reclaimed",
      actorId: grace.id,
      after: { adopted_by_developer_id: grace.id },
    });
    expect(await countWaiting(json.id)).toBe(1);
  });

  it("answers 409 while the adopter is active", async () => {
    const adopted = await anAdopted();
    const grace = await aSuccessor(adopted);
    const answer = await call(reclaim, "POST", { bearer: grace.jwt, params: adopted.params });
    expect([answer.status, answer.json.detail]).toEqual([
      409,
      `${adopted.repository.fullName} is in the care of Ada, who is active here`,
    ]);
  });

  it("gives it to one of two administrators who ask at the same time", async () => {
    const adopted = await anAdopted();
    const two = [await aSuccessor(adopted), await aSuccessor(adopted)];
    await db().developer.update({ where: { id: adopted.ada.id }, data: { isActive: false } });
    const answers = await Promise.all(
      two.map(({ jwt }) => call(reclaim, "POST", { bearer: jwt, params: adopted.params })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it("requires access at the code host, to that same repository whatever its name", async () => {
    const adopted = await anAdopted();
    const { params, repository } = adopted;
    const grace = await aSuccessor(adopted, false);
    await db().developer.update({ where: { id: adopted.ada.id }, data: { isActive: false } });
    const before = repository.fullName;
    hosted.rename(repository, aName());
    hosted.host(before, [grace.account.id]);
    const refused = await call(reclaim, "POST", { bearer: grace.jwt, params });
    expect([refused.status, refused.json.detail]).toEqual([
      422,
      `You have no access to ${before} at the code host.`,
    ]);
    repository.readers?.add(grace.account.id);
    const answer = await call(reclaim, "POST", { bearer: grace.jwt, params });
    expect(answer.json).toMatchObject({
      adopted_by_developer_id: grace.id,
      full_name: repository.fullName,
    });
  });
});

describe("every route of one repository", () => {
  const ROUTES = [
    [one.GET, "GET"],
    [one.DELETE, "DELETE"],
    [sync, "POST"],
    [reclaim, "POST"],
  ] as const;

  it("answers 404 for another workspace's repository and for unknown ids, and changes nothing", async () => {
    const { json } = await anAdopted();
    const { ada, params } = await aHome();
    for (const id of [json.id, "0193c8a0-0000-7000-8000-000000000000", "x"]) {
      for (const [route, method] of ROUTES) {
        const answer = await call(route, method, {
          bearer: ada.jwt,
          params: { ...params, repository_id: id },
        });
        expect([answer.status, answer.json.detail]).toEqual([404, "Repository not found"]);
      }
    }
    expect(await db().workspaceRepository.count({ where: { id: json.id, syncStatus: "pending" } })).toBe(1);
  });

  it("answers 403 to strangers and to people who may only view, and changes nothing", async () => {
    const { params, json } = await anAdopted();
    const stranger = await aConnectedDeveloper(server);
    const looker = await aMember(params.workspace_id, "developer");
    for (const [route, method] of ROUTES) {
      expect((await call(route, method, { bearer: stranger.jwt, params })).status).toBe(403);
      if (route === one.GET) continue;
      expect((await call(route, method, { bearer: looker.jwt, params })).status).toBe(403);
    }
    expect((await call(available, "GET", { bearer: looker.jwt, params })).status).toBe(403);
    expect(await db().workspaceRepository.count({ where: { id: json.id, syncStatus: "pending" } })).toBe(1);
  });
});
