import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { POST as upload } from "@/app/api/v1/tracker/events/batch/route";
import { GET as whyRoute } from "@/app/api/v1/tracker/samples/[sample_id]/why/route";
import { db, transaction } from "@/lib/platform/database";
import { env } from "@/lib/platform/env";
import { MINUTE_MS } from "@/lib/platform/limits";
import { storePullRequest } from "@/lib/repositories/events/store-pull-request";
import { storePush } from "@/lib/repositories/events/store-push";
import { matchAuthors } from "@/lib/repositories/store";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { call } from "@/tests/support/call";
import { aBatch, aMember, aProject, aSample, aTrackedDevice } from "@/tests/support/factories";
import { derivationsOf } from "@/tests/support/samples";

// Each makes people, workspaces and projects through the API, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;
type Project = Awaited<ReturnType<typeof aProject>>;

const CODE = { name: "Code", bundle_id: "com.microsoft.VSCode" };
const CHROME = { name: "Google Chrome", bundle_id: "com.google.Chrome" };
/** A quarter of an hour that is over, in which all happens. */
const START = Math.floor(Date.now() / 900_000 - 40) * 900_000;

const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString();

async function enrich(tracked: Tracked, marksOf: { id: string } = tracked.workspace) {
  const job = { workspace_id: marksOf.id, shard: shardOf(tracked.developer.id) };
  while (await enrichBuckets.handler(job, { now: new Date() }));
}

/** Uploads a sample, has it derived, and returns why it counts as it does. */
async function whyOf(tracked: Tracked, given: Record<string, unknown>) {
  const bearer = tracked.developer.jwt;
  const sample = aSample({ ts: at(1), active_app: CODE, ...given });
  const answer = await call(upload, "POST", { bearer, body: aBatch(tracked.deviceId, [sample]) });
  expect(answer.json.accepted).toBe(1);
  await enrich(tracked);
  const stored = await db().trackerSample.findFirstOrThrow({
    where: { deviceId: tracked.deviceId, eventId: sample.event_id },
  });
  const derivation = await db().trackerDerivation.findUnique({ where: { sampleId: stored.id } });
  const why = await call(whyRoute, "GET", { bearer, params: { sample_id: String(stored.id) } });
  expect(why.status).toBe(200);
  expect(why.json.is_settled).toBe(true);
  return { attribution: why.json.attribution, derivation };
}

async function aTaskOf(workspaceId: string, projectId: string, number: number) {
  return db().task.create({
    data: { workspaceId, projectId, number, title: `Task ${number}`, position: `a${number}` },
  });
}

/** A repository that a workspace adopted, and some issues of it that are linked to tasks. */
async function anAdopted(workspaceId: string, fullName: string, tasks: readonly { id: string }[] = []) {
  const repository = await db().workspaceRepository.create({
    data: { workspaceId, externalId: randomUUID(), fullName, defaultBranch: "main", isPrivate: false },
  });
  const now = new Date();
  await db().taskLink.createMany({
    data: tasks.map(({ id }, index) => ({
      taskId: id,
      repositoryId: repository.id,
      kind: index % 2 ? "issue" : "pull_request",
      ref: String(index + 1),
      title: "Totals",
      state: "open",
      isFix: false,
      createdAt: now,
      updatedAt: now,
    })),
  });
  return repository;
}

const target = ({ id, key }: Pick<Project, "id" | "key">, task_key: string | null = null) => ({
  project_id: id,
  project_key: key,
  task_key,
});

/** A person with a device on one project, and another one beside it, with tasks and a repository whose links name it. */
async function aShop() {
  const tracked = await aTrackedDevice();
  const { developer, workspace } = tracked;
  const shop = await aProject(developer, workspace.id);
  const tasks = [];
  for (const number of [1, 2, 3]) tasks.push(await aTaskOf(workspace.id, shop.id, number));
  const name = `Acme/Shop-${randomUUID().slice(0, 8)}`;
  const repository = await anAdopted(workspace.id, name, tasks);
  return { tracked, workspace, shop, name, repository };
}

/** An open pull request as the code host sends it. */
function aPullRequest(account: number, openedAt: string, updatedAt: string) {
  return {
    number: 7,
    title: "Totals",
    state: "open",
    user: { id: account },
    head: { ref: "totals" },
    created_at: openedAt,
    merged_at: null,
    updated_at: updatedAt,
  };
}

describe("attribution", () => {
  it("assigns an adopted repository's issue or pull request to the task it is linked to", async () => {
    const { tracked, shop, name } = await aShop();
    const url = `${env().CODE_HOST_URL}/${name.toLowerCase()}/pull/2/files?w=1`;
    const { attribution, derivation } = await whyOf(tracked, { active_app: CHROME, browser: { url } });
    expect(attribution).toMatchObject({ ...target(shop, `${shop.key}-2`), confidence: 0.835 });
    const evidence = url.replace("?w=1", "");
    expect(attribution.signals).toEqual([
      { signal: "linked_page", weight: 0.9, ...target(shop, `${shop.key}-2`), evidence },
      { signal: "code_page", weight: 0.6, ...target(shop), evidence },
      expect.objectContaining({ signal: "device", weight: 0.25 }),
    ]);
    expect(attribution.runner_up).toMatchObject({
      project_id: tracked.project.id,
      lost_because: "0.25 speaks for it, and 0.96 for the other one",
    });
    expect(derivation).toMatchObject({ projectId: shop.id, taskKey: `${shop.key}-2`, signal: "linked_page" });
  });

  it("suggests the project that an adopted repository belongs to, for every spelling of its remote", async () => {
    const { tracked, shop, name } = await aShop();
    const host = new URL(env().CODE_HOST_URL).host;
    for (const [index, repo] of [
      `git@${host}:${name}.git`,
      `https://${host}/${name.toLowerCase()}.git`,
      `ssh://git@${host}/${name.toUpperCase()}`,
    ].entries()) {
      const given = { ts: at(1 + index), file_context: { repo } };
      const { attribution } = await whyOf(tracked, given);
      expect(attribution).toMatchObject({ project_id: tracked.project.id, suggestion: target(shop) });
      expect(attribution.signals[0]).toMatchObject({
        signal: "repository",
        weight: 0.6,
        project_id: shop.id,
      });
      expect(attribution.runner_up.lost_because).toContain("to move time it takes 0.7");
    }
    const branch = `${shop.key.toLowerCase()}-3-totals`;
    const both = await whyOf(tracked, {
      ts: at(9),
      file_context: { repo: `git@${host}:${name}.git`, branch },
    });
    expect(both.attribution).toMatchObject(target(shop, `${shop.key}-3`));
  });

  it("moves time to a project, and only suggests the task, if just a title names it", async () => {
    const { tracked, shop, name } = await aShop();
    const url = `${env().CODE_HOST_URL}/${name}/issues/44`;
    const title = `${shop.key}-3: totals`;
    const { attribution } = await whyOf(tracked, {
      active_app: { ...CHROME, window_title: title },
      browser: { url },
      file_context: { repo: name },
    });
    expect(attribution).toMatchObject({ ...target(shop), suggestion: target(shop, `${shop.key}-3`) });
    expect(attribution.runner_up).toMatchObject({ ...target(shop, `${shop.key}-3`), confidence: 0.45 });
    expect(attribution.runner_up.lost_because).toContain("0.45 speaks for the task itself");
  });

  it("assigns time close to one's own commit, but nobody else's, to its repository's project", async () => {
    const { tracked, shop, repository, name } = await aShop();
    const commit = (developerId: string, minute: number) => ({
      repositoryId: repository.id,
      sha: randomUUID().replaceAll("-", "").padEnd(40, "0"),
      developerId,
      message: "Add totals",
      committedAt: at(minute),
    });
    const colleague = await aMember(tracked.workspace.id, "developer");
    await db().repositoryCommit.createMany({
      data: [commit(tracked.developer.id, 40), commit(colleague.id, -60)],
    });
    const close = await whyOf(tracked, { ts: at(11) });
    expect(close.attribution).toMatchObject({ suggestion: target(shop), confidence: 0.475 });
    expect(close.attribution.signals[0]).toMatchObject({
      signal: "own_work",
      weight: 0.6,
      evidence: "Add totals",
    });
    const far = await whyOf(tracked, { ts: at(8) });
    expect(far.attribution.signals).toEqual([expect.objectContaining({ signal: "device" })]);
    const both = await whyOf(tracked, { ts: at(14), file_context: { repo: name } });
    expect(both.attribution).toMatchObject({ ...target(shop), confidence: 0.715 });
    const others = await whyOf(tracked, { ts: at(-60) });
    expect(others.attribution.signals).toEqual([expect.objectContaining({ signal: "device" })]);
  });

  it("derives time again after somebody's commit or pull request arrives, and leaves all other time alone", async () => {
    const { tracked, shop, repository } = await aShop();
    const { id: developerId } = tracked.developer;
    // The code host counts its accounts.
    const account = Math.floor(Math.random() * 1e12);
    await db().developerConnection.create({
      data: { developerId, provider: "code_host", subject: String(account) },
    });
    const early = await whyOf(tracked, { ts: at(-60) });
    const close = await whyOf(tracked, { ts: at(11) });
    const suggested = async (of: typeof early) =>
      (await db().trackerDerivation.findFirstOrThrow({ where: { sampleId: of.derivation?.sampleId ?? 0n } }))
        .suggestedProjectId;
    const dirty = async () => {
      const marks = await db().trackerDirtyBucket.findMany({ where: { developerId } });
      return marks.map(({ bucket }) => bucket.toISOString());
    };
    expect([await suggested(early), await suggested(close), await dirty()]).toEqual([null, null, []]);
    const message = "Add totals";
    const commit = {
      sha: "a".repeat(40),
      author: { id: account },
      commit: { message, committer: { date: at(40) } },
    };
    await transaction((tx) => storePush(tx, [repository.id], [commit], new Date()));
    expect(await dirty()).toEqual([at(0)]);
    await enrich(tracked, tracked.developer);
    expect([await suggested(early), await suggested(close), await dirty()]).toEqual([null, shop.id, []]);
    const pull = aPullRequest(account, at(-40), at(40));
    await transaction((tx) => storePullRequest(tx, [repository.id], pull, new Date()));
    expect(await dirty()).toEqual([at(-75)]);
    await enrich(tracked, tracked.developer);
    expect(await suggested(early)).toBe(shop.id);
  });

  it("derives all quarters of an hour again that a long sample covers, wherever in it somebody's work is close", async () => {
    for (const [minute, isPull] of [
      [45, false],
      [-18, false],
      [-18, true],
      [51, false],
    ] as const) {
      const { tracked, shop, repository } = await aShop();
      const { id: developerId } = tracked.developer;
      const account = Math.floor(Math.random() * 1e12);
      await db().developerConnection.create({
        data: { developerId, provider: "code_host", subject: String(account) },
      });
      // From minute 10 to 20.
      await whyOf(tracked, { ts: at(20), interval_s: 600 });
      const date = at(minute);
      const commit = {
        sha: "a".repeat(40),
        author: { id: account },
        commit: { message: "", committer: { date } },
      };
      const pull = aPullRequest(account, date, date);
      await transaction(async (tx) => {
        if (isPull) await storePullRequest(tx, [repository.id], pull, new Date());
        else await storePush(tx, [repository.id], [commit], new Date());
      });
      const marks = await db().trackerDirtyBucket.findMany({
        where: { developerId },
        orderBy: { bucket: "asc" },
      });
      const isClose = minute < 51;
      expect(marks.map(({ bucket }) => bucket.toISOString())).toEqual(isClose ? [at(0), at(15)] : []);
      await enrich(tracked, tracked.developer);
      const buckets = await derivationsOf(developerId);
      expect(new Set(buckets.map((each) => each.suggestedProjectId))).toEqual(
        new Set([isClose ? shop.id : null]),
      );
    }
  });

  it("derives time again once the author of a commit and a pull request close to it is known", async () => {
    const { tracked, shop, repository } = await aShop();
    const { id: developerId } = tracked.developer;
    const authorSubject = String(Math.floor(Math.random() * 1e12));
    const repositoryId = repository.id;
    await db().repositoryCommit.create({
      data: { repositoryId, sha: "b".repeat(40), authorSubject, message: "Add totals", committedAt: at(40) },
    });
    const opened = { openedAt: at(-40), updatedAt: at(-40) };
    await db().repositoryPullRequest.create({
      data: {
        repositoryId,
        number: 8,
        authorSubject,
        title: "Totals",
        branch: "totals",
        state: "open",
        ...opened,
      },
    });
    await whyOf(tracked, { ts: at(-60) });
    await whyOf(tracked, { ts: at(11) });
    const suggested = async () => {
      const found = await derivationsOf(developerId);
      return found.map((each) => each.suggestedProjectId);
    };
    expect(await suggested()).toEqual([null, null]);
    await db().developerConnection.create({
      data: { developerId, provider: "code_host", subject: authorSubject },
    });
    await transaction((tx) => matchAuthors(tx, repositoryId, new Date()));
    await enrich(tracked, tracked.developer);
    expect(await suggested()).toEqual([shop.id, shop.id]);
  });

  it("assigns a repository whose links name several projects to none of them", async () => {
    const { tracked, workspace, repository, name } = await aShop();
    const other = await aTaskOf(workspace.id, tracked.project.id, 1);
    const now = new Date();
    const link = { repositoryId: repository.id, taskId: other.id, kind: "commit", ref: "c", title: "c" };
    await db().taskLink.create({
      data: { ...link, state: "merged", isFix: false, createdAt: now, updatedAt: now },
    });
    const { attribution } = await whyOf(tracked, { file_context: { repo: name } });
    expect(attribution.signals).toEqual([expect.objectContaining({ signal: "device" })]);
  });

  it("assigns a task's page in this console to the task, if it exists", async () => {
    const { tracked, workspace, shop } = await aShop();
    const page = (number: number) =>
      `${env().BASE_URL}/w/${workspace.slug}/projects/${shop.id}?status=todo&task=${number}#comments`;
    const given = { active_app: CHROME, browser: { url: page(2) } };
    const { attribution } = await whyOf(tracked, given);
    expect(attribution).toMatchObject(target(shop, `${shop.key}-2`));
    expect(attribution.signals[0]).toMatchObject({
      signal: "task_page",
      weight: 0.9,
      evidence: `${env().BASE_URL}/w/${workspace.slug}/projects/${shop.id}?task=2`,
    });
    const none = await whyOf(tracked, { ts: at(3), active_app: CHROME, browser: { url: page(99) } });
    expect(none.attribution.signals).toEqual([expect.objectContaining({ signal: "device" })]);
  });

  it("never leads to other workspaces, nor to projects that the person is not in", async () => {
    const { tracked, workspace } = await aShop();
    const { shop: elsewhere, name, workspace: other } = await aShop();
    // They are a member there, too; but their device was bound to a project here.
    await aMember(other.id, "developer", tracked.developer);
    await db().projectMember.create({
      data: { projectId: elsewhere.id, developerId: tracked.developer.id },
    });
    const colleague = await aMember(workspace.id, "admin");
    const hidden = await aProject(colleague, workspace.id);
    await db().projectMember.deleteMany({
      where: { projectId: hidden.id, developerId: tracked.developer.id },
    });
    const task = await aTaskOf(workspace.id, hidden.id, 4);
    const secret = await anAdopted(workspace.id, `acme/secret-${randomUUID().slice(0, 8)}`, [task]);
    const urls = [
      `${env().CODE_HOST_URL}/${name}/pull/1`,
      `${env().BASE_URL}/w/${other.slug}/projects/${elsewhere.id}?task=1`,
      `${env().CODE_HOST_URL}/${secret.fullName}/pull/1`,
      `${env().BASE_URL}/w/${workspace.slug}/projects/${hidden.id}?task=4`,
    ];
    for (const [index, url] of urls.entries()) {
      const given = { ts: at(1 + index), active_app: CHROME, browser: { url } };
      const repo = index % 2 ? name : secret.fullName;
      const { attribution } = await whyOf(tracked, { ...given, file_context: { repo } });
      expect(attribution.signals).toEqual([expect.objectContaining({ signal: "device" })]);
      expect(attribution).toMatchObject({ project_id: tracked.project.id, task_key: null, suggestion: null });
    }
  });
});
