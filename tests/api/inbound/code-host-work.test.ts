import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { PATCH as changeProject } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import { GET as listLinks } from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/links/route";
import {
  GET as getTask,
  PATCH as patchTask,
} from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/[task_ref]/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import { db, pool } from "@/lib/platform/database";
import { HOUR_MS } from "@/lib/platform/limits";
import { SyncState } from "@/lib/repositories/rules";
import { storeCommits } from "@/lib/repositories/store";
import { call } from "@/tests/support/call";
import { deliver, deliverAndProcess, processAll, WEBHOOK_SECRET } from "@/tests/support/code-host-webhooks";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";

process.env.CODE_HOST_WEBHOOK_SECRET = WEBHOOK_SECRET;

type Owner = Awaited<ReturnType<typeof aDeveloper>>;
type Host = { id: number; full_name: string; private: boolean; default_branch: string };

/** A repository as the code host names it in its events. */
const aHosted = (given: Partial<Host> = {}): Host => {
  const id = randomInt(1, 2 ** 40);
  return { id, full_name: `acme/web-${id}`, private: false, default_branch: "main", ...given };
};

/** That a workspace has adopted it. */
async function adopt(owner: Owner, workspaceId: string, host: Host, given: object = {}) {
  return db().workspaceRepository.create({
    data: {
      workspaceId,
      externalId: String(host.id),
      fullName: host.full_name,
      defaultBranch: host.default_branch,
      isPrivate: host.private,
      adoptedByDeveloperId: owner.id,
      syncStatus: "synced",
      ...given,
    },
  });
}

/** A workspace with a project, a task in it and an adopted repository. */
async function aHouse(host = aHosted()) {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const project = await aProject(owner, workspace.id);
  const repository = await adopt(owner, workspace.id, host);
  const params = { workspace_id: workspace.id, project_id: project.id };
  const aTask = async (status = "todo") => {
    const body = { title: "Sort out uploads", status };
    const { json } = await call(tasks.POST, "POST", { bearer: owner.jwt, params, body });
    return json as { id: string; key: string; number: number };
  };
  const at = (number: number) => ({ bearer: owner.jwt, params: { ...params, task_ref: String(number) } });
  const statusOf = async (task: { number: number }) =>
    (await call(getTask, "GET", at(task.number))).json.status;
  const linksOf = async (task: { number: number }) => (await call(listLinks, "GET", at(task.number))).json;
  const setStatus = (task: { number: number }, status: string) =>
    call(patchTask, "PATCH", { ...at(task.number), body: { status } });
  return { owner, workspace, project, repository, host, params, aTask, statusOf, linksOf, setStatus };
}

const aSha = () => randomBytes(20).toString("hex");

function aCommit(given: Record<string, unknown> = {}) {
  return {
    id: aSha(),
    message: "Sort out uploads",
    timestamp: "2026-11-01T10:00:00+01:00",
    url: "https://code.example/acme/web/commit/1",
    author: { name: "Ada", email: "ada@example.com", username: "ada" },
    ...given,
  };
}

const aPush = (host: Host, commits: object[], branch = "main", given: object = {}) => ({
  ref: `refs/heads/${branch}`,
  repository: host,
  commits,
  sender: { id: 77, login: "ada" },
  ...given,
});

let minute = 0;

/** A pull request event; each is later than the one before it, unless it says otherwise. */
function aPull(host: Host, given: Record<string, unknown> = {}) {
  minute += 1;
  const { repository, ...pull } = given;
  return {
    action: "opened",
    repository: host,
    pull_request: {
      number: 5,
      title: "Sort out uploads",
      body: null,
      state: "open",
      draft: false,
      html_url: "https://code.example/acme/web/pull/5",
      user: { id: 77, login: "ada" },
      author_association: "MEMBER",
      head: { ref: "uploads" },
      base: { ref: host.default_branch },
      created_at: "2026-11-01T10:00:00Z",
      updated_at: new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString(),
      merged_at: null,
      ...pull,
    },
  };
}

const merged = { state: "closed", merged_at: "2026-11-01T12:00:00Z" };

const commitsOf = (repositoryId: string) => db().repositoryCommit.findMany({ where: { repositoryId } });
const row = (id: string) => db().workspaceRepository.findUniqueOrThrow({ where: { id } });

async function jobsNamed(name: string, repositoryId: string): Promise<number> {
  const { rows } = await pool().query<{ jobs: number }>(
    "SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs WHERE key = $1",
    [`${name}:${repositoryId}`],
  );
  return rows[0]?.jobs ?? 0;
}

beforeEach(() => processAll());

describe("a push", () => {
  it("stores each commit once per adoption, counts it, and updates teams that follow the repository", async () => {
    const host = aHosted();
    const [one, other] = [await aHouse(host), await aHouse(host)];
    const commits = [aCommit(), aCommit(), aCommit()];
    await deliverAndProcess("push", aPush(host, commits));
    await deliverAndProcess("push", aPush(host, [...commits.slice(1), aCommit()]));
    for (const { repository } of [one, other]) {
      expect(await commitsOf(repository.id)).toHaveLength(4);
      expect(await row(repository.id)).toMatchObject({ commitCount: 4, updatedAt: repository.updatedAt });
      expect(await jobsNamed("teams.sync-teams-of-repository", repository.id)).toBe(1);
    }
    const [stored] = await commitsOf(one.repository.id);
    expect(stored).toMatchObject({
      hasStats: false,
      authorEmail: "ada@example.com",
      committedAt: new Date("2026-11-01T09:00:00Z"),
    });
  });

  it("that is large is parsed once, on arrival, unless its relevant part is large too", async () => {
    const { repository, host } = await aHouse();
    const modified = Array.from({ length: 40_000 }, (_, n) => `lib/tracker/ingest/file-${n}.ts`);
    const [many, long] = [
      aCommit({ message: "\u0000 half \ud83d" }),
      aCommit({ message: "x".repeat(4_300_000) }),
    ];
    await deliver("push", aPush(host, [{ ...many, modified }]), { delivery: "read-once" });
    await deliver("push", aPush(host, [long]), { delivery: "read-again" });
    const bodyOf = async (externalId: string) =>
      (await db().inboundDelivery.findFirstOrThrow({ where: { externalId }, include: { body: true } })).body;
    expect(JSON.parse((await bodyOf("read-once"))?.gist ?? "").commits).toMatchObject([{ id: many.id }]);
    expect(await bodyOf("read-again")).toMatchObject({ gist: null, isPacked: true });
    expect((await bodyOf("read-again"))?.bytes.length).toBeLessThan(100_000);
    await db().inboundBody.updateMany({ where: { gist: { not: null } }, data: { bytes: new Uint8Array() } });
    await processAll();
    const shas = (await commitsOf(repository.id)).map(({ sha }) => sha);
    expect(shas.sort()).toEqual([many.id, long.id].sort());
  });

  it("leaves commits alone that a sync stored first, and a sync leaves those that a push stored", async () => {
    const { repository, host, owner } = await aHouse();
    const [first, second] = [aSha(), aSha()];
    const state = SyncState.parse({});
    const source = {
      id: repository.id,
      externalId: repository.externalId,
      defaultBranch: "main",
      adopterId: owner.id,
      state,
    };
    const listed = (sha: string) => ({
      sha,
      author_email: null,
      author_subject: "9",
      message: "by the sync",
      committed_at: "2026-11-01T10:00:00Z",
    });
    await storeCommits(source, [listed(first)], state, new Date());
    const commits = [aCommit({ id: first }), aCommit({ id: second })];
    await deliverAndProcess("push", aPush(host, commits));
    await storeCommits(source, [listed(first), listed(second)], state, new Date());
    const messages = (await commitsOf(repository.id)).map(({ sha, message }) => [sha, message]);
    expect(messages.sort()).toEqual(
      [
        [first, "by the sync"],
        [second, "Sort out uploads"],
      ].sort(),
    );
    expect((await row(repository.id)).commitCount).toBe(2);
  });

  it("counts correctly if pushes and a sync store the same commits at once", async () => {
    const { repository, host, owner } = await aHouse();
    const commits = Array.from({ length: 40 }, () => aCommit());
    const state = SyncState.parse({});
    const { id, externalId } = repository;
    const source = { id, externalId, defaultBranch: "main", adopterId: owner.id, state };
    const listed = commits.map(({ id: sha }) => ({
      sha,
      author_email: null,
      author_subject: null,
      message: "x",
      committed_at: "2026-11-01T10:00:00Z",
    }));
    for (let from = 0; from < 40; from += 4) {
      await deliver("push", aPush(host, commits.slice(from, from + 20)));
    }
    const waiting = await db().inboundDelivery.findMany({ where: { status: "pending" } });
    const { processDelivery } = await import("@/lib/inbound/process-delivery");
    await Promise.all([
      ...waiting.map((delivery) => processDelivery(delivery.id, new Date())),
      ...[0, 10, 20].map((from) => storeCommits(source, listed.slice(from, from + 20), state, new Date())),
    ]);
    expect(await commitsOf(id)).toHaveLength(40);
    expect((await row(id)).commitCount).toBe(40);
  });

  it("assigns commits to their authors: by verified email, account, or hidden address", async () => {
    const { repository, host } = await aHouse();
    const [byEmail, byAccount, byAddress] = [await aDeveloper(), await aDeveloper(), await aDeveloper()];
    const accounts = [byAccount, byAddress].map((developer) => ({
      developerId: developer.id,
      provider: "code_host",
      subject: String(randomInt(1, 2 ** 40)),
      scopes: [],
    }));
    await db().developerConnection.createMany({ data: accounts });
    const [account, address] = accounts.map(({ subject }) => subject);
    const authors = [
      { email: byEmail.email.toUpperCase(), username: null },
      { email: "someone@else.example", username: "Grace" },
      { email: `${address}+joan@users.noreply.code.example`, username: "joan" },
      { email: "nobody@example.com", username: "other" },
      null,
    ];
    const commits = authors.map((author) => aCommit({ author }));
    await deliverAndProcess(
      "push",
      aPush(host, commits, "main", { sender: { id: Number(account), login: "grace" } }),
    );
    const stored = await commitsOf(repository.id);
    const developers = commits.map(({ id }) => stored.find(({ sha }) => sha === id)?.developerId);
    expect(developers).toEqual([byEmail.id, byAccount.id, byAddress.id, null, null]);
  });

  it("to another branch or of a tag stores no commit: it counts once it is merged", async () => {
    const { repository, host } = await aHouse();
    await deliverAndProcess("push", aPush(host, [aCommit()], "uploads"));
    await deliverAndProcess("push", { ...aPush(host, [aCommit()]), ref: "refs/tags/main" });
    await deliverAndProcess("push", { ...aPush(host, [aCommit()]), ref: "main" });
    expect(await commitsOf(repository.id)).toEqual([]);
  });

  it("stores the valid commits beside ones that can't be parsed", async () => {
    const { repository, host } = await aHouse();
    const good = aCommit({ message: "ok\u0000 \ud800", timestamp: "yesterday", url: "javascript:alert(1)" });
    const bad = [null, 7, {}, aCommit({ id: "../../etc" }), aCommit({ message: 7 })] as object[];
    await deliverAndProcess("push", aPush(host, [...bad, good]));
    expect((await commitsOf(repository.id)).map(({ sha }) => sha)).toEqual([good.id]);
  });

  it("links the tasks named by its branch and messages, and a fix on the default branch completes them", async () => {
    const { host, aTask, statusOf, linksOf } = await aHouse();
    const [named, fixed, byBranch] = [await aTask(), await aTask("in_progress"), await aTask()];
    const mention = aCommit({ message: `See ${named.key} first\n\nnot X${named.key}` });
    const fix = aCommit({ message: `Fixes ${fixed.key}: sort out uploads`, url: "javascript:alert(1)" });
    const onBranch = aCommit();
    await deliverAndProcess("push", aPush(host, [fix], "topic"));
    expect(await statusOf(fixed)).toBe("in_progress");
    expect(await linksOf(fixed)).toMatchObject([{ state: "open", is_fix: true }]);
    await deliverAndProcess("push", aPush(host, [onBranch], `feature/${byBranch.key.toLowerCase()}-login`));
    await deliverAndProcess("push", aPush(host, [mention, fix]));
    expect([await statusOf(named), await statusOf(fixed), await statusOf(byBranch)]).toEqual([
      "todo",
      "done",
      "todo",
    ]);
    expect(await linksOf(named)).toMatchObject([
      {
        kind: "commit",
        ref: mention.id,
        title: `See ${named.key} first`,
        url: mention.url,
        state: "merged",
        is_fix: false,
        repository: host.full_name,
      },
    ]);
    expect(await linksOf(fixed)).toMatchObject([{ ref: fix.id, state: "merged", is_fix: true, url: null }]);
    expect(await linksOf(byBranch)).toMatchObject([{ ref: onBranch.id, state: "open" }]);
  });

  it("moves a task once: the same commit does not override somebody who moved it back", async () => {
    const { host, aTask, statusOf, setStatus } = await aHouse();
    const task = await aTask();
    const fix = aCommit({ message: `closes ${task.key}` });
    await deliverAndProcess("push", aPush(host, [fix]));
    expect(await statusOf(task)).toBe("done");
    await setStatus(task, "todo");
    await deliverAndProcess("push", aPush(host, [fix, aCommit()]));
    expect(await statusOf(task)).toBe("todo");
    await deliverAndProcess("push", aPush(host, [fix], "release"));
    expect(await statusOf(task)).toBe("todo");
  });

  it("completes many tasks at once, each at its own place at the end of the column", async () => {
    const { host, aTask, project } = await aHouse();
    const last = await aTask("done");
    const many = [await aTask(), await aTask(), await aTask()];
    const message = `Fixes ${many.map(({ key }) => key).join(", ")} and nothing else`;
    await deliverAndProcess("push", aPush(host, [aCommit({ message })]));
    const column = await db().task.findMany({
      where: { projectId: project.id, status: "done" },
      orderBy: { position: "asc" },
    });
    expect(column.map(({ id }) => id)).toEqual([last, ...many].map(({ id }) => id));
    expect(new Set(column.map(({ position }) => position)).size).toBe(4);
  });

  it("leaves cancelled tasks and archived projects alone", async () => {
    const { host, aTask, statusOf, linksOf, project } = await aHouse();
    const [cancelled, archived] = [await aTask("cancelled"), await aTask()];
    await deliverAndProcess("push", aPush(host, [aCommit({ message: `fixes ${cancelled.key}` })]));
    expect(await statusOf(cancelled)).toBe("cancelled");
    await db().project.update({ where: { id: project.id }, data: { isActive: false } });
    await deliverAndProcess("push", aPush(host, [aCommit({ message: `fixes ${archived.key}` })]));
    expect(await statusOf(archived)).toBe("todo");
    expect(await linksOf(archived)).toEqual([]);
  });
});

describe("a pull request", () => {
  it("is stored and follows its events, and a late event does not revert it", async () => {
    const { repository, host } = await aHouse();
    const opened = aPull(host);
    const closed = aPull(host, { ...merged, title: "Sorted out" });
    await deliverAndProcess("pull_request", closed);
    await deliverAndProcess("pull_request", opened);
    const pulls = await db().repositoryPullRequest.findMany({ where: { repositoryId: repository.id } });
    expect(pulls).toMatchObject([{ number: 5, state: "merged", title: "Sorted out", branch: "uploads" }]);
  });

  it("moves the tasks it names into review when it opens, and completes those it fixes when it is merged", async () => {
    const { host, aTask, statusOf, linksOf } = await aHouse();
    const [byBranch, byTitle, byBody] = [await aTask(), await aTask("backlog"), await aTask("in_progress")];
    const given = {
      head: { ref: `${byBranch.key.toLowerCase()}_uploads` },
      title: `[${byTitle.key}] Sort out uploads`,
      body: `This resolves ${byBody.key}.`,
    };
    await deliverAndProcess("pull_request", aPull(host, { ...given, draft: true }));
    expect(await statusOf(byTitle)).toBe("backlog");
    await deliverAndProcess("pull_request", aPull(host, given));
    const all = [byBranch, byTitle, byBody];
    expect(await Promise.all(all.map(statusOf))).toEqual(["in_review", "in_review", "in_review"]);
    await deliverAndProcess("pull_request", aPull(host, { ...given, ...merged }));
    expect(await Promise.all(all.map(statusOf))).toEqual(["in_review", "in_review", "done"]);
    expect(await linksOf(byBody)).toMatchObject([
      {
        kind: "pull_request",
        ref: "5",
        state: "merged",
        is_fix: true,
        url: "https://code.example/acme/web/pull/5",
      },
    ]);
  });

  it("that is closed without merging, or merged into another branch, completes nothing", async () => {
    const { host, aTask, statusOf } = await aHouse();
    const task = await aTask();
    const title = `Fixes ${task.key}`;
    await deliverAndProcess("pull_request", aPull(host, { title, state: "closed" }));
    await deliverAndProcess(
      "pull_request",
      aPull(host, { title, number: 6, base: { ref: "next" }, ...merged }),
    );
    expect(await statusOf(task)).toBe("todo");
  });

  it("moves no task by a late event with older information", async () => {
    const { host, aTask, statusOf, setStatus } = await aHouse();
    const task = await aTask();
    const opened = aPull(host, { title: task.key });
    await deliverAndProcess("pull_request", aPull(host, { title: task.key, state: "closed" }));
    await setStatus(task, "todo");
    await deliverAndProcess("pull_request", opened);
    expect(await statusOf(task)).toBe("todo");
  });

  it.each(["edited", "synchronize", "labeled"])(
    "that is %s moves no task that someone moved back",
    async (action) => {
      const { host, aTask, statusOf, setStatus } = await aHouse();
      const task = await aTask();
      await deliverAndProcess("pull_request", aPull(host, { title: task.key }));
      await setStatus(task, "in_progress");
      await deliverAndProcess("pull_request", { ...aPull(host, { title: `${task.key} again` }), action });
      expect(await statusOf(task)).toBe("in_progress");
    },
  );

  it("is shown as it stands also by tasks that it named before, and moves them no more", async () => {
    const { host, project, owner, params, aTask, statusOf, linksOf } = await aHouse();
    const [task, other] = [await aTask(), await aTask()];
    await deliverAndProcess("pull_request", aPull(host, { title: `Fixes ${task.key}` }));
    await deliverAndProcess("pull_request", aPull(host, { title: "Uploads", number: 6, body: other.key }));
    await deliverAndProcess("pull_request", aPull(host, { title: "Uploads", ...merged }));
    expect(await linksOf(task)).toMatchObject([{ state: "merged", title: "Uploads" }]);
    expect(await statusOf(task)).toBe("in_review");
    expect(await linksOf(other)).toMatchObject([{ ref: "6", state: "open" }]);
    await call(changeProject, "PATCH", { bearer: owner.jwt, params, body: { key: `N${project.key}` } });
    await deliverAndProcess(
      "pull_request",
      aPull(host, { title: "Uploads", number: 6, body: other.key, ...merged }),
    );
    expect(await linksOf(other)).toMatchObject([{ ref: "6", state: "merged" }]);
  });

  it("by a stranger in a public repository moves no task until it is merged", async () => {
    const { host, aTask, statusOf, linksOf } = await aHouse();
    const task = await aTask();
    const given = { title: `Fixes ${task.key}`, author_association: "NONE" };
    await deliverAndProcess("pull_request", aPull(host, given));
    expect(await statusOf(task)).toBe("todo");
    expect(await linksOf(task)).toHaveLength(1);
    await deliverAndProcess("pull_request", aPull(host, { ...given, ...merged }));
    expect(await statusOf(task)).toBe("done");
  });

  it("is also learned from its reviews", async () => {
    const { repository, host, aTask, statusOf } = await aHouse();
    const task = await aTask();
    const { pull_request } = aPull(host, { title: task.key });
    await deliverAndProcess("pull_request_review", {
      action: "submitted",
      review: { id: 1, state: "approved" },
      pull_request,
      repository: host,
    });
    expect(await db().repositoryPullRequest.count({ where: { repositoryId: repository.id } })).toBe(1);
    expect(await statusOf(task)).toBe("in_review");
  });
});

describe("an issue", () => {
  it("links the tasks that it names but moves none", async () => {
    const { host, aTask, statusOf, linksOf } = await aHouse();
    const task = await aTask();
    const issue = {
      number: 9,
      title: `Uploads break, fixes ${task.key}`,
      state: "open",
      html_url: "https://code.example/9",
    };
    await deliverAndProcess("issues", { action: "opened", issue, repository: host });
    await deliverAndProcess("issues", {
      action: "closed",
      issue: { ...issue, state: "closed" },
      repository: host,
    });
    expect(await linksOf(task)).toMatchObject([{ kind: "issue", ref: "9", state: "closed" }]);
    expect(await statusOf(task)).toBe("todo");
  });

  it("stays as the code host said last, whatever order its events arrive in", async () => {
    const { host, aTask, linksOf } = await aHouse();
    const task = await aTask();
    const say = (action: string, state: string, title: string, minute: number) => {
      const issue = { number: 9, title: `${title} ${task.key}`, state, html_url: "https://code.example/9" };
      const updated_at = `2026-11-20T09:${minute}:00Z`;
      return deliverAndProcess("issues", { action, issue: { ...issue, updated_at }, repository: host });
    };
    await say("closed", "closed", "Uploads break", 30);
    await say("edited", "open", "Upload breaks", 20);
    expect(await linksOf(task)).toMatchObject([{ state: "closed", title: `Uploads break ${task.key}` }]);
    await say("reopened", "open", "Uploads break", 40);
    expect(await linksOf(task)).toMatchObject([{ state: "open" }]);
  });

  it("is shown as it stands also by tasks that it named before, and not as it stood earlier", async () => {
    const { host, aTask, linksOf } = await aHouse();
    const task = await aTask();
    const say = (state: string, title: string, minute: number) => {
      const issue = { number: 9, title, state, html_url: "https://code.example/9" };
      const updated_at = `2026-11-20T09:${minute}:00Z`;
      return deliverAndProcess("issues", {
        action: "edited",
        issue: { ...issue, updated_at },
        repository: host,
      });
    };
    await say("open", task.key, 20);
    await say("closed", "Uploads", 40);
    await say("open", "Upload", 30);
    expect(await linksOf(task)).toMatchObject([{ state: "closed", title: "Uploads" }]);
  });
});

describe("a workspace receives events", () => {
  it("about its own tasks only, even if two workspaces share a repository and a project key", async () => {
    const host = aHosted();
    const [one, other] = [await aHouse(host), await aHouse(host)];
    await db().project.updateMany({
      where: { id: { in: [one.project.id, other.project.id] } },
      data: { key: "WEB" },
    });
    const stranger = await aHouse();
    await db().project.update({ where: { id: stranger.project.id }, data: { key: "WEB" } });
    for (const house of [one, other, stranger]) await house.aTask();
    await other.aTask();
    await deliverAndProcess("push", aPush(host, [aCommit({ message: "fixes WEB-1, WEB-2" })]));
    expect(await one.statusOf({ number: 1 })).toBe("done");
    expect([await other.statusOf({ number: 1 }), await other.statusOf({ number: 2 })]).toEqual([
      "done",
      "done",
    ]);
    expect(await stranger.statusOf({ number: 1 })).toBe("todo");
  });

  it.each([
    [
      "whose adopter was suspended",
      async ({ owner, workspace }: House) => {
        await db().workspaceMember.updateMany({
          where: { developerId: owner.id, workspaceId: workspace.id },
          data: { status: "suspended" },
        });
      },
    ],
    [
      "whose adopter is inactive",
      async ({ owner }: House) => {
        await db().developer.update({ where: { id: owner.id }, data: { isActive: false } });
      },
    ],
    [
      "that is switched off",
      async ({ workspace }: House) => {
        await db().workspace.update({ where: { id: workspace.id }, data: { isActive: false } });
      },
    ],
    [
      "whose adopter's access to a private repository was last proven hours ago",
      async ({ repository, host }: House) => {
        host.private = true;
        const proven = new Date(Date.now() - 4 * HOUR_MS);
        await db().workspaceRepository.update({
          where: { id: repository.id },
          data: { createdAt: proven, lastSyncedAt: proven },
        });
      },
    ],
    [
      "that does not know yet that its repository became private",
      async ({ repository, host }: House) => {
        host.private = true;
        const proven = new Date(Date.now() - 4 * HOUR_MS);
        await db().workspaceRepository.update({ where: { id: repository.id }, data: { createdAt: proven } });
      },
    ],
  ])("about nothing in a workspace %s", async (_what, lose) => {
    const house = await aHouse();
    const task = await house.aTask();
    await lose(house);
    await deliverAndProcess("push", aPush(house.host, [aCommit({ message: `fixes ${task.key}` })]));
    await deliverAndProcess("pull_request", aPull(house.host, { title: task.key }));
    expect(await commitsOf(house.repository.id)).toEqual([]);
    expect(await db().repositoryPullRequest.count({ where: { repositoryId: house.repository.id } })).toBe(0);
    expect(await db().taskLink.count({ where: { taskId: task.id } })).toBe(0);
    expect(await db().inboundDeliveryWorkspace.count({ where: { workspaceId: house.workspace.id } })).toBe(0);
  });

  it("about everything while access to a private repository is proven", async () => {
    const house = await aHouse(aHosted({ private: true }));
    const long = new Date(Date.now() - 40 * HOUR_MS);
    await db().workspaceRepository.update({
      where: { id: house.repository.id },
      data: { createdAt: long, lastSyncedAt: new Date(Date.now() - HOUR_MS) },
    });
    await deliverAndProcess("push", aPush(house.host, [aCommit()]));
    expect(await commitsOf(house.repository.id)).toHaveLength(1);
  });
});

type House = Awaited<ReturnType<typeof aHouse>>;

describe("an adopted repository", () => {
  const audit = (workspaceId: string, action: string) =>
    db().auditEvent.findMany({ where: { workspaceId, action } });

  it("follows its new name, default branch and visibility, with an audit row and a sync", async () => {
    const { repository, host, workspace } = await aHouse();
    await db().workspaceRepository.update({
      where: { id: repository.id },
      data: { syncState: { etags: { repository: "x", head: "y" } } },
    });
    const after = { ...host, full_name: "acme/renamed", default_branch: "trunk", private: true };
    await deliverAndProcess("repository", { action: "renamed", repository: after });
    expect(await row(repository.id)).toMatchObject({
      fullName: "acme/renamed",
      defaultBranch: "trunk",
      isPrivate: true,
      syncState: { etags: { head: "y" } },
    });
    const facts = (given: Host) => ({
      full_name: given.full_name,
      default_branch: given.default_branch,
      is_private: given.private,
    });
    expect(await audit(workspace.id, "repository.updated")).toMatchObject([
      { actorId: null, before: facts(host), after: facts(after) },
    ]);
    expect(await jobsNamed("repositories.sync-repository", repository.id)).toBe(1);
    await deliverAndProcess("repository", { action: "edited", repository: after });
    expect(await audit(workspace.id, "repository.updated")).toHaveLength(1);
  });

  it("that is deleted at the code host shows that and keeps its history", async () => {
    const { repository, host, workspace } = await aHouse();
    await deliverAndProcess("push", aPush(host, [aCommit()]));
    await deliverAndProcess("repository", { action: "deleted", repository: host });
    expect(await row(repository.id)).toMatchObject({
      syncStatus: "failed",
      lastError: "The repository was deleted at the code host.",
    });
    expect(await commitsOf(repository.id)).toHaveLength(1);
    expect(await audit(workspace.id, "repository.lost")).toHaveLength(1);
  });

  it("from which the service is removed shows that and is checked by a sync", async () => {
    const { repository, host, workspace } = await aHouse();
    const untouched = await aHouse();
    const repositories = [
      { id: host.id, full_name: host.full_name },
      { id: 1, full_name: "acme/unknown" },
    ];
    await deliverAndProcess("installation", { action: "deleted", installation: { id: 1 }, repositories });
    expect((await row(repository.id)).syncStatus).toBe("failed");
    expect(await jobsNamed("repositories.sync-repository", repository.id)).toBe(1);
    expect(await audit(workspace.id, "repository.lost")).toHaveLength(1);
    expect(await row(untouched.repository.id)).toMatchObject({ syncStatus: "synced" });
    expect(await jobsNamed("repositories.sync-repository", untouched.repository.id)).toBe(0);
  });

  it("is checked but not reported lost if the service is installed on it", async () => {
    const { repository, host } = await aHouse();
    await deliverAndProcess("installation", {
      action: "created",
      installation: { id: 1 },
      repositories: [host],
    });
    expect((await row(repository.id)).syncStatus).toBe("synced");
    expect(await jobsNamed("repositories.sync-repository", repository.id)).toBe(1);
  });
});

describe("links of a task", () => {
  it("are paged, and visible to members of its workspace only", async () => {
    const { host, aTask, owner, params, workspace } = await aHouse();
    const task = await aTask();
    const commits = Array.from({ length: 3 }, () => aCommit({ message: task.key }));
    await deliverAndProcess("push", aPush(host, commits));
    const at = { ...params, task_ref: String(task.number) };
    const first = await call(listLinks, "GET", { bearer: owner.jwt, params: at, query: { limit: "2" } });
    expect(first.json).toHaveLength(2);
    const cursor =
      new URL(/<(.+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "", "http://x").searchParams.get(
        "cursor",
      ) ?? "";
    const second = await call(listLinks, "GET", {
      bearer: owner.jwt,
      params: at,
      query: { limit: "2", cursor },
    });
    const refs = [...first.json, ...second.json].map(({ ref }) => ref);
    expect(refs.sort()).toEqual(commits.map(({ id }) => id).sort());
    const member = await aMember(workspace.id, "developer");
    expect((await call(listLinks, "GET", { bearer: member.jwt, params: at })).status).toBe(200);
    const stranger = await aDeveloper();
    expect((await call(listLinks, "GET", { bearer: stranger.jwt, params: at })).status).toBe(403);
    const missing = { ...at, task_ref: randomUUID() };
    expect((await call(listLinks, "GET", { bearer: owner.jwt, params: missing })).status).toBe(404);
  });
});
