import { createServer } from "node:http";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { DELETE as eraseMe } from "@/app/api/v1/developers/me/route";
import { POST as reclaim } from "@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/reclaim/route";
import * as one from "@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/route";
import { POST as adopt } from "@/app/api/v1/workspaces/[workspace_id]/repositories/route";
import { eraseDeveloperJob } from "@/lib/identity/erasure/jobs";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { db, pool } from "@/lib/platform/database";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { sweepRepositories, syncRepositoryJob } from "@/lib/repositories/jobs";
import { catalogue } from "@/lib/server/catalogue";
import { call } from "@/tests/support/call";
import { aConnectedDeveloper, startCodeHost } from "@/tests/support/code-host";
import type { HostedRepository } from "@/tests/support/code-host-api";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

const server = await startCodeHost();
const { hosted } = server;

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

afterEach(() => {
  hosted.interfere = () => undefined;
  hosted.requests = [];
  server.api = "answers";
});

let count = 0;

/** A workspace with an adopted repository that `fill` wrote the history of. */
async function anAdopted(fill: (repository: HostedRepository, ada: { id: number; login: string }) => void) {
  const ada = await aConnectedDeveloper(server, { name: "Ada" });
  const workspace = await aWorkspace(ada);
  count += 1;
  const repository = hosted.host(`acme/synced-${count}`, [ada.account.id]);
  fill(repository, ada.account);
  const params = { workspace_id: workspace.id };
  const body = { full_name: repository.fullName };
  const { json } = await call(adopt, "POST", { bearer: ada.jwt, params, body });
  return { ada, repository, id: json.id as string, params: { ...params, repository_id: json.id as string } };
}

const run = (id: string, now = new Date()) => syncRepositoryJob.handler({ repository_id: id }, { now });
const row = (id: string) => db().workspaceRepository.findUniqueOrThrow({ where: { id } });
const commits = (id: string) =>
  db().repositoryCommit.findMany({ where: { repositoryId: id }, orderBy: { committedAt: "asc" } });
const pulls = (id: string) =>
  db().repositoryPullRequest.findMany({ where: { repositoryId: id }, orderBy: { number: "asc" } });

/** Pages of commits and comparisons that the code host was asked for, answered ones only. */
const listings = () =>
  hosted.requests.filter(
    ({ path, query, status }) =>
      status === 200 && query.get("per_page") === "100" && /\/(commits|compare\/[^/]+)$/.test(path),
  );
const paths = () => hosted.requests.map(({ path }) => path.replace(/^\/repositories\/\d+/, ""));

/** Leaves an adopter too few requests for statistics, where those are not what a test is about. */
const withoutStats = ({ account }: { account: { id: number } }) => hosted.leave(account.id, 900);

/** One commit an hour, up to now. */
function aHistory(repository: HostedRepository, length: number) {
  for (let i = length; i > 0; i--) repository.commit({ date: ago(i * HOUR_MS) });
}

describe("a sync", () => {
  it("stores commits with what they changed, and shows the repository as synced", async () => {
    const at = ago(HOUR_MS);
    const { id, ada, params } = await anAdopted((repository) => {
      repository.commit({
        date: at,
        message: "Fix KEY-12\n\nwith a body",
        files: [
          { filename: "src/a.ts", additions: 10, deletions: 2 },
          { filename: "src/View.tsx", additions: 5, deletions: 0 },
          { filename: "cmd/main.go", additions: 1, deletions: 1 },
          { filename: "package-lock.json", additions: 9_000, deletions: 8_000 },
        ],
      });
    });
    expect(await run(id)).toBeUndefined();
    expect(await commits(id)).toMatchObject([
      {
        message: "Fix KEY-12\n\nwith a body",
        committedAt: new Date(at),
        hasStats: true,
        additions: 9_016,
        deletions: 8_003,
        languages: { TypeScript: 17, Go: 2 },
      },
    ]);
    const { json } = await call(one.GET, "GET", { bearer: ada.jwt, params });
    expect(json).toMatchObject({ sync_status: "synced", last_error: null, commit_count: 1 });
    expect(Date.now() - Date.parse(json.last_synced_at)).toBeLessThan(60_000);
  });

  it("stores pull requests as open, closed and merged, and follows their changes", async () => {
    const { id, repository, ada } = await anAdopted((repository, account) => {
      repository.pull({ number: 1, user: account, title: "Open one", branch: "KEY-1-open" });
      repository.pull({ number: 2, state: "closed", updated_at: ago(HOUR_MS) });
      repository.pull({
        number: 3,
        state: "closed",
        merged_at: ago(2 * HOUR_MS),
        updated_at: ago(2 * HOUR_MS),
      });
    });
    await run(id);
    expect(await pulls(id)).toMatchObject([
      { number: 1, state: "open", title: "Open one", branch: "KEY-1-open", developerId: ada.id },
      { number: 2, state: "closed", developerId: null },
      { number: 3, state: "merged" },
    ]);
    repository.pull({ number: 1, title: "Merged one", state: "closed", merged_at: ago(0) });
    await run(id);
    expect(await pulls(id)).toMatchObject([{ state: "merged", title: "Merged one" }, {}, {}]);
  });

  it("assigns commits to developers by account first, then by verified email", async () => {
    const byEmail = await aDeveloper();
    const unverified = await aDeveloper();
    await db().developer.update({ where: { id: unverified.id }, data: { emailVerified: false } });
    const { id, ada } = await anAdopted((repository, account) => {
      repository.commit({ date: ago(4000), account, email: byEmail.email });
      repository.commit({ date: ago(3000), email: byEmail.email.toUpperCase() });
      repository.commit({ date: ago(2000), email: unverified.email });
    });
    await run(id);
    expect((await commits(id)).map((commit) => commit.developerId)).toEqual([ada.id, byEmail.id, null]);
  });

  it("assigns earlier commits and pull requests to developers who join later", async () => {
    const account = { id: 77_000_001 + count, login: "late" };
    const { id } = await anAdopted((repository) => {
      repository.commit({ account });
      repository.commit({ email: "late@example.net" });
      repository.pull({ number: 1, user: account });
    });
    await run(id);
    expect((await commits(id)).map((commit) => commit.developerId)).toEqual([null, null]);
    const late = await aDeveloper({ email: "late@example.net" });
    await db().developerConnection.create({
      data: { developerId: late.id, provider: "code_host", subject: String(account.id), scopes: [] },
    });
    await run(id);
    expect((await commits(id)).map((commit) => commit.developerId)).toEqual([late.id, late.id]);
    expect(await pulls(id)).toMatchObject([{ developerId: late.id }]);
  });

  it("goes back a year at most at first, and requests nothing twice that did not change", async () => {
    const { id } = await anAdopted((repository) => {
      repository.commit({ date: ago(400 * DAY_MS), message: "too old" });
      repository.commit({ date: ago(300 * DAY_MS), message: "old" });
      repository.commit({ date: ago(DAY_MS), message: "new" });
      repository.pull({ number: 1, updated_at: ago(400 * DAY_MS) });
      repository.pull({ number: 2, updated_at: ago(DAY_MS) });
    });
    await run(id);
    expect((await commits(id)).map((commit) => commit.message)).toEqual(["old", "new"]);
    expect((await pulls(id)).map((pull) => pull.number)).toEqual([2]);
    hosted.requests = [];
    await run(id);
    expect(hosted.requests.map(({ status }) => status)).toEqual([304, 304, 304]);
    expect(await commits(id)).toHaveLength(2);
  });

  it("finds what a merge brings in, even if it is older than anything stored", async () => {
    const { id, repository } = await anAdopted((repository) => aHistory(repository, 3));
    await run(id);
    const root = [...repository.commits.keys()][0] ?? "";
    const old = repository.commit({
      branch: "topic",
      parents: [root],
      date: ago(30 * DAY_MS),
      message: "topic",
    });
    const tip = repository.branches.get("main") ?? "";
    repository.commit({ parents: [tip, old.sha], message: "merge" });
    await run(id);
    expect(listings().map(({ path }) => path)).toContain(
      `/repositories/${repository.id}/compare/${tip}...${repository.branches.get("main")}`,
    );
    expect((await commits(id)).map((commit) => commit.message)).toEqual(
      expect.arrayContaining(["topic", "merge"]),
    );
    expect((await row(id)).commitCount).toBe(5);
  });

  it("lists everything again if history was rewritten", async () => {
    const { id, repository } = await anAdopted((repository) => aHistory(repository, 3));
    await run(id);
    repository.commits.clear();
    repository.branches.clear();
    repository.commit({ message: "rewritten" });
    expect(await run(id)).toBeUndefined();
    expect((await commits(id)).map((commit) => commit.message)).toContain("rewritten");
    expect((await row(id)).syncStatus).toBe("synced");
  });

  it("accepts a repository without commits, with strange dates and texts that can't be stored unchanged", async () => {
    const { id, repository } = await anAdopted(() => {});
    expect(await run(id)).toBeUndefined();
    expect((await row(id)).syncStatus).toBe("synced");
    repository.commit({
      message: "nul \0 and half \ud800",
      email: "a\0b@example.org",
      date: "2999-01-01T00:00:00Z",
    });
    await run(id);
    repository.commit({ message: "ancient", date: "0001-01-01T00:00:00Z" });
    expect(await run(id)).toBeUndefined();
    const [ancient, future] = await commits(id);
    expect(ancient).toMatchObject({ message: "ancient", committedAt: new Date(0) });
    expect(future).toMatchObject({ message: "nul  and half \ufffd", authorEmail: "ab@example.org" });
    expect(future?.committedAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it("follows a rename by id, and never another repository that gets the old name", async () => {
    const { id, repository } = await anAdopted((repository) => aHistory(repository, 2));
    await run(id);
    const before = repository.fullName;
    hosted.rename(repository, `${before}-renamed`);
    hosted.host(before, [...(repository.readers ?? [])]).commit({ message: "someone else's" });
    repository.defaultBranch = "trunk";
    repository.commit({ parents: [repository.branches.get("main") ?? ""], message: "after the rename" });
    await run(id);
    const messages = (await commits(id)).map((commit) => commit.message);
    expect(messages).toContain("after the rename");
    expect(messages).not.toContain("someone else's");
    expect(await row(id)).toMatchObject({ fullName: `${before}-renamed`, defaultBranch: "trunk" });
  });

  it("makes teams that follow the repository sync", async () => {
    const { id } = await anAdopted((repository) => aHistory(repository, 1));
    await run(id);
    const { rows } = await pool().query("SELECT 1 FROM graphile_worker._private_jobs WHERE key = $1", [
      `teams.sync-teams-of-repository:${id}`,
    ]);
    expect(rows).toHaveLength(1);
  });

  it("requests nothing if its repository was dropped or its workspace is not active", async () => {
    const { id, params } = await anAdopted((repository) => aHistory(repository, 1));
    hosted.requests = [];
    await db().workspace.update({ where: { id: params.workspace_id }, data: { isActive: false } });
    expect(await run(id)).toBeUndefined();
    await db().workspaceRepository.delete({ where: { id } });
    expect(await run(id)).toBeUndefined();
    expect(hosted.requests).toEqual([]);
  });

  it("deletes the address of an author who is erased", async () => {
    const { id, ada } = await anAdopted((repository, account) => {
      repository.commit({ account });
      repository.pull({ number: 1, user: account });
    });
    await run(id);
    const answer = await call(eraseMe, "DELETE", { bearer: ada.jwt, query: { erase: "true" } });
    expect(answer.status).toBe(204);
    await eraseDeveloperJob.handler({ developer_id: ada.id }, { now: new Date() });
    const nobody = { developerId: null, authorSubject: null };
    expect(await commits(id)).toMatchObject([{ ...nobody, authorEmail: null }]);
    expect(await pulls(id)).toMatchObject([nobody]);
    expect(await row(id)).toMatchObject({ adoptedByDeveloperId: null });
  });
});

describe("a long sync", { timeout: 60_000 }, () => {
  it("stores each of 5,000 commits once, and requests statistics for the newest ones only", async () => {
    const { id } = await anAdopted((repository) => aHistory(repository, 5_000));
    hosted.requests = [];
    let halfway = "";
    hosted.interfere = async ({ query }) => {
      if (query.get("page") === "25") halfway = (await row(id)).syncStatus;
      return undefined;
    };
    for (let outcome = await run(id); outcome; outcome = await run(id));
    const stored = await commits(id);
    expect(stored).toHaveLength(5_000);
    expect(new Set(stored.map((commit) => commit.sha)).size).toBe(5_000);
    expect((await row(id)).commitCount).toBe(5_000);
    expect(listings()).toHaveLength(50);
    expect(halfway).toBe("syncing");
    const known = stored.filter((commit) => commit.hasStats);
    expect(known.length).toBeGreaterThan(0);
    expect(known.length).toBeLessThanOrEqual(500);
    expect(known).toEqual(stored.slice(-known.length));
    expect(hosted.requests.length).toBeLessThanOrEqual(560);

    hosted.requests = [];
    hosted.interfere = () => undefined;
    await run(id);
    expect(listings()).toEqual([]);
    expect(
      await db().repositoryCommit.count({ where: { repositoryId: id, hasStats: true } }),
    ).toBeGreaterThan(known.length);
  });

  it("resumes at the page where the connection broke, even if new commits arrived meanwhile", async () => {
    const { id, ada, repository } = await anAdopted((repository) => aHistory(repository, 1_000));
    hosted.requests = [];
    withoutStats(ada);
    hosted.interfere = ({ query }) => (query.get("page") === "6" ? "reset" : undefined);
    await expect(run(id)).rejects.toThrow("unavailable");
    expect(await row(id)).toMatchObject({
      syncStatus: "failed",
      lastError: "The code host sent an unusable answer. The sync will be retried.",
      commitCount: 500,
    });
    expect(listings()).toHaveLength(5);
    for (let i = 0; i < 150; i++) repository.commit({ message: `new ${i}` });
    hosted.requests = [];
    hosted.interfere = () => undefined;
    await run(id);
    expect(listings().map(({ query }) => query.get("page"))).toEqual(["6", "7", "8", "9", "10"]);
    await run(id);
    expect(await row(id)).toMatchObject({ syncStatus: "synced", lastError: null, commitCount: 1_150 });
    expect(await commits(id)).toHaveLength(1_150);
  });

  it("lets other syncs go first after a while, and continues", async () => {
    const { id, ada } = await anAdopted((repository) => aHistory(repository, 300));
    const started = performance.now();
    let pages = 0;
    // The clock of the run jumps ahead while its second page is read.
    const clock = vi.spyOn(performance, "now").mockImplementation(() => started + (pages >= 2 ? 21_000 : 0));
    onTestFinished(() => clock.mockRestore());
    withoutStats(ada);
    hosted.interfere = ({ path, query }) => {
      if (path.endsWith("/commits") && query.get("per_page") === "100") pages += 1;
      return undefined;
    };
    const now = new Date();
    expect(await run(id, now)).toEqual({ againAt: now });
    expect(await row(id)).toMatchObject({ syncStatus: "syncing", commitCount: 200 });
    clock.mockRestore();
    expect(await run(id)).toBeUndefined();
    expect(pages).toBe(3);
    expect(await row(id)).toMatchObject({ syncStatus: "synced", commitCount: 300 });
  });

  it("waits for the end of a rate limit, and says so", async () => {
    const { id, ada } = await anAdopted((repository) => aHistory(repository, 300));
    hosted.leave(ada.account.id, 3);
    const now = new Date();
    const outcome = await run(id, now);
    const waitMs = (outcome?.againAt.getTime() ?? 0) - now.getTime();
    expect(waitMs).toBeGreaterThan(HOUR_MS - 5_000);
    expect(waitMs).toBeLessThan(HOUR_MS + 30_000);
    expect(await row(id)).toMatchObject({
      syncStatus: "syncing",
      lastError: `The code host limits requests. The sync goes on at ${outcome?.againAt.toISOString()}.`,
      commitCount: 100,
    });
    hosted.leave(ada.account.id, 5_000);
    expect(await run(id)).toBeUndefined();
    expect(await row(id)).toMatchObject({ syncStatus: "synced", lastError: null, commitCount: 300 });
  });

  it("leaves a part of the adopter's rate limit to their other tools", async () => {
    const { id, ada } = await anAdopted((repository) => aHistory(repository, 50));
    withoutStats(ada);
    await run(id);
    expect(paths().some((path) => /\/commits\/\w+/.test(path))).toBe(false);
    expect((await row(id)).syncStatus).toBe("synced");
  });
});

describe("a sync without a grant", { timeout: 60_000 }, () => {
  it("stops if the adopter is deactivated, and resumes where it stopped once taken over", async () => {
    const { id, ada, params, repository } = await anAdopted((repository) => aHistory(repository, 1_000));
    const grace = await aConnectedDeveloper(server, { name: "Grace" });
    await aMember(params.workspace_id, "admin", grace);
    repository.readers?.add(grace.account.id);
    hosted.requests = [];
    withoutStats(ada);
    hosted.interfere = async ({ query }) => {
      if (query.get("page") !== "4") return undefined;
      await db().developer.update({ where: { id: ada.id }, data: { isActive: false } });
      return { status: 429, headers: { "retry-after": "0" } };
    };
    expect(await run(id)).toHaveProperty("againAt");
    hosted.interfere = () => undefined;
    hosted.requests = [];
    expect(await run(id)).toBeUndefined();
    expect(hosted.requests).toEqual([]);
    const stopped = await call(one.GET, "GET", { bearer: grace.jwt, params });
    expect(stopped.json).toMatchObject({
      sync_status: "no_credentials",
      can_reclaim: true,
      last_error:
        "Whoever adopted this repository is no longer active here. Another administrator can reclaim it.",
      commit_count: 300,
    });
    expect((await call(reclaim, "POST", { bearer: grace.jwt, params })).status).toBe(200);
    hosted.requests = [];
    for (let outcome = await run(id); outcome; outcome = await run(id));
    expect(listings().map(({ query }) => query.get("page"))).toEqual(["4", "5", "6", "7", "8", "9", "10"]);
    expect(new Set(hosted.requests.map(({ person }) => person))).toEqual(new Set([grace.account.id]));
    expect(await row(id)).toMatchObject({ syncStatus: "synced", commitCount: 1_000 });
  });

  it("stores nothing of a page that arrives after the adopter was suspended", async () => {
    const { id, ada, params } = await anAdopted((repository) => aHistory(repository, 200));
    const workspaceId_developerId = { workspaceId: params.workspace_id, developerId: ada.id };
    withoutStats(ada);
    hosted.interfere = async ({ query }) => {
      if (query.get("page") === "2") {
        await db().workspaceMember.update({
          where: { workspaceId_developerId },
          data: { status: "suspended" },
        });
      }
      return undefined;
    };
    const now = new Date();
    expect(await run(id, now)).toEqual({ againAt: now });
    expect(await run(id)).toBeUndefined();
    expect(await row(id)).toMatchObject({ syncStatus: "no_credentials", commitCount: 100 });
  });

  it("says if the code host refuses the adopter's token, and recovers when they sign in again", async () => {
    const { id, ada } = await anAdopted((repository) => aHistory(repository, 1));
    server.revokeTokens();
    expect(await run(id)).toBeUndefined();
    expect(await row(id)).toMatchObject({
      syncStatus: "no_credentials",
      lastError: expect.stringContaining("sign in with the code host again"),
    });
    hosted.requests = [];
    await run(id);
    expect(hosted.requests).toEqual([]);
    await db().developerConnection.delete({ where: { id: ada.connectionId } });
    await run(id);
    expect(await row(id)).toMatchObject({
      lastError: "The adopter is no longer connected to the code host.",
    });
  });

  it("says if the adopter lost access, and doesn't retry at once", async () => {
    const { id, repository } = await anAdopted((repository) => aHistory(repository, 1));
    repository.readers?.clear();
    expect(await run(id)).toBeUndefined();
    expect(await row(id)).toMatchObject({
      syncStatus: "failed",
      lastError: "The adopter has no access to this repository at the code host, or it was deleted there.",
    });
  });

  it("sends the token nowhere else, whatever address the code host gives for the next page", async () => {
    const tokens: (string | undefined)[] = [];
    const elsewhere = createServer((request, response) => {
      tokens.push(request.headers.authorization);
      response.writeHead(200, { "content-type": "application/json" }).end("[]");
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void elsewhere.close());
    const address = elsewhere.address();
    const location = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/api/page`;
    const { id } = await anAdopted((repository) => aHistory(repository, 1));
    for (const reply of [
      { status: 200, body: [], headers: { link: `<${location}>; rel="next"` } },
      { status: 302, body: {}, headers: { location } },
    ]) {
      hosted.interfere = ({ query }) => (query.get("per_page") === "100" ? reply : undefined);
      await run(id).catch(() => undefined);
    }
    expect(tokens.filter((token) => token !== undefined)).toEqual([]);
    expect(hosted.requests.some(({ status }) => status === 302)).toBe(true);
  });

  it("never shows the code host's own error messages", async () => {
    const { id } = await anAdopted((repository) => aHistory(repository, 1));
    for (const interference of [
      { status: 500, body: { message: "secret internals" } },
      { status: 200, body: { message: "secret internals" } },
      { status: 403, body: { message: "secret internals" } },
    ]) {
      hosted.interfere = () => interference;
      await run(id).catch(() => undefined);
      const { syncStatus, lastError } = await row(id);
      expect(syncStatus).toBe("failed");
      expect(lastError).not.toContain("secret");
    }
  });
});

describe("the sweep", () => {
  const waiting = async () => {
    const { rows } = await pool().query<{ key: string }>(
      "SELECT key FROM graphile_worker._private_jobs WHERE key LIKE 'repositories.sync-repository:%'",
    );
    return rows.map(({ key }) => key.split(":")[1]);
  };
  const sweep = () => sweepRepositories.handler({}, { now: new Date() });
  const untouchedFor = (id: string, ms: number) =>
    db().workspaceRepository.update({ where: { id }, data: { updatedAt: new Date(Date.now() - ms) } });

  it("adds a sync for those not synced for an hour, including lost ones, and for no others", async () => {
    const due = await anAdopted(() => {});
    const recent = await anAdopted(() => {});
    const unserved = await anAdopted(() => {});
    const newlyUnserved = await anAdopted(() => {});
    for (const { ada } of [unserved, newlyUnserved]) {
      await db().developer.update({ where: { id: ada.id }, data: { isActive: false } });
    }
    await run(unserved.id);
    await db().workspaceRepository.update({ where: { id: due.id }, data: { syncStatus: "syncing" } });
    for (const { id } of [due, unserved, newlyUnserved]) await untouchedFor(id, HOUR_MS + 1_000);
    await untouchedFor(recent.id, HOUR_MS - 60_000);
    await pool().query("DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'repositories.%'");
    await sweep();
    await sweep();
    const added = await waiting();
    const ids = [due, recent, unserved, newlyUnserved].map(({ id }) => id);
    expect(ids.map((id) => added.filter((each) => each === id).length)).toEqual([1, 0, 0, 1]);
  });
});

describe("with the engine running", () => {
  it("adopting is enough: the repository is synced automatically", async () => {
    const engine = await startEmbeddedEngine(catalogue);
    onTestFinished(engine.stop);
    const { id } = await anAdopted((repository) => aHistory(repository, 250));
    await vi.waitFor(async () => expect((await row(id)).syncStatus).toBe("synced"), {
      timeout: 15_000,
      interval: 50,
    });
    expect(await row(id)).toMatchObject({ commitCount: 250, lastError: null });
  });
});
