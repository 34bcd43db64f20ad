import { describe, expect, it, vi } from "vitest";
import { POST as upload } from "@/app/api/v1/tracker/events/batch/route";
import { GET as events } from "@/app/api/v1/tracker/events/route";
import { GET } from "@/app/api/v1/tracker/samples/[sample_id]/why/route";
import * as applying from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/apply/route";
import * as rules from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/route";
import { db } from "@/lib/platform/database";
import { enrichBuckets } from "@/lib/tracker/enrichment/jobs";
import { BUILT_IN_VERSION } from "@/lib/tracker/enrichment/limits";
import { shardOf } from "@/lib/tracker/enrichment/rules";
import { call } from "@/tests/support/call";
import { aBatch, aMember, aProject, aSample, aTrackedDevice } from "@/tests/support/factories";

// Each makes people, workspaces and projects through the API, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

type Tracked = Awaited<ReturnType<typeof aTrackedDevice>>;

async function enrich(tracked: Tracked) {
  const job = { workspace_id: tracked.workspace.id, shard: shardOf(tracked.developer.id) };
  while (await enrichBuckets.handler(job, { now: new Date() }));
}

/** Uploads a sample, has it derived, and returns its id as the list of what is held names it. */
async function aDerived(tracked: Tracked, given: Record<string, unknown>): Promise<string> {
  const bearer = tracked.developer.jwt;
  const sample = aSample({ ts: new Date(Date.now() - 3_600_000).toISOString(), ...given });
  const answer = await call(upload, "POST", { bearer, body: aBatch(tracked.deviceId, [sample]) });
  expect(answer.json.accepted).toBe(1);
  await enrich(tracked);
  return (await call(events, "GET", { bearer })).json[0].sample_id;
}

const why = (tracked: Pick<Tracked, "developer">, sample_id: string) =>
  call(GET, "GET", { bearer: tracked.developer.jwt, params: { sample_id } });

async function aTaskOf({ id: projectId, workspaceId }: { id: string; workspaceId: string }, number: number) {
  await db().task.createMany({
    data: { workspaceId, projectId, number, title: `Task ${number}`, position: `a${number}` },
    skipDuplicates: true,
  });
}

async function projectOf(tracked: Tracked) {
  return db().project.findUniqueOrThrow({ where: { id: tracked.project.id } });
}

describe("GET /tracker/samples/{id}/why", () => {
  it("names the rule, its layer and version, and every signal with its weight", async () => {
    const tracked = await aTrackedDevice();
    const project = await projectOf(tracked);
    await aTaskOf(project, 12);
    const branch = `feature/${project.key.toLowerCase()}-12-totals`;
    const id = await aDerived(tracked, {
      active_app: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: `${project.key}-12` },
      file_context: { branch },
    });
    const { status, json } = await why(tracked, id);
    expect(status).toBe(200);
    expect(json.sample).toMatchObject({ id, app_name: "Code", device_id: tracked.deviceId, interval_s: 60 });
    expect(json.is_settled).toBe(true);
    expect(json.category).toEqual({
      value: "dev.code",
      label: "Coding",
      layer: "built_in",
      rule_id: "built-in/bundle:com.microsoft.vscode",
      rule: "App com.microsoft.vscode",
      version: `${BUILT_IN_VERSION}.0.0`,
    });
    const target = { project_id: project.id, project_key: project.key };
    expect(json.attribution).toMatchObject({ ...target, task_key: `${project.key}-12`, runner_up: null });
    expect(json.attribution.signals).toEqual([
      { signal: "branch", weight: 0.85, ...target, task_key: `${project.key}-12`, evidence: branch },
      {
        signal: "title",
        weight: 0.45,
        ...target,
        task_key: `${project.key}-12`,
        evidence: `${project.key}-12`,
      },
      { signal: "device", weight: 0.25, ...target, task_key: null, evidence: null },
    ]);
    const stored = await db().trackerDerivation.findUniqueOrThrow({ where: { sampleId: BigInt(id) } });
    expect(json.attribution.confidence).toBeCloseTo(stored.confidence, 5);
  });

  it("names the runner-up, and why it lost", async () => {
    const tracked = await aTrackedDevice();
    const project = await projectOf(tracked);
    const other = await aProject(tracked.developer, tracked.workspace.id);
    await aTaskOf({ id: other.id, workspaceId: tracked.workspace.id }, 7);
    const id = await aDerived(tracked, { file_context: { branch: `${other.key}-7` } });
    const { attribution } = (await why(tracked, id)).json;
    expect(attribution).toMatchObject({
      project_id: other.id,
      task_key: `${other.key}-7`,
      confidence: 0.725,
    });
    expect(attribution.runner_up).toEqual({
      project_id: project.id,
      project_key: project.key,
      task_key: null,
      confidence: 0.25,
      lost_because: "0.25 speaks for it, and 0.85 for the other one",
    });
  });

  it("says that weak evidence, suggested or not, is not enough", async () => {
    const tracked = await aTrackedDevice();
    const project = await projectOf(tracked);
    await aTaskOf(project, 7);
    const titled = (title: string) => ({
      active_app: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: title },
    });
    const suggested = (await why(tracked, await aDerived(tracked, titled(`${project.key}-7`)))).json
      .attribution;
    const target = { project_id: project.id, project_key: project.key, task_key: `${project.key}-7` };
    expect(suggested).toMatchObject({ project_id: project.id, task_key: null, suggestion: target });
    expect(suggested.runner_up).toMatchObject({ ...target, confidence: suggested.confidence });
    expect(suggested.runner_up.lost_because).toBe(
      `${suggested.confidence} is enough to suggest it; to move time it takes 0.7`,
    );

    const other = await aProject(tracked.developer, tracked.workspace.id);
    await aTaskOf({ id: other.id, workspaceId: tracked.workspace.id }, 9);
    const ts = new Date(Date.now() - 1_800_000).toISOString();
    const weak = await aDerived(tracked, { ts, ...titled(`${other.key}-9`) });
    const { attribution } = (await why(tracked, weak)).json;
    expect(attribution).toMatchObject({ project_id: project.id, suggestion: null, confidence: 0.25 });
    expect(attribution.runner_up).toMatchObject({ project_id: other.id, confidence: 0.45 });
    expect(attribution.runner_up.lost_because).toContain("below 0.4 it counts for nothing");
  });

  it("puts a workspace's rule into words, and says while it doesn't apply yet", async () => {
    const tracked = await aTrackedDevice();
    const id = await aDerived(tracked, { active_app: { name: "Acme Shop", bundle_id: "com.acme.shop" } });
    const asked = {
      bearer: tracked.developer.jwt,
      params: { workspace_id: tracked.workspace.id },
      body: { kind: "bundle", value: "com.acme.*", category: "biz.crm" },
    };
    expect((await call(rules.POST, "POST", asked)).status).toBe(201);
    expect((await call(applying.POST, "POST", { ...asked, body: undefined })).status).toBe(200);
    const { json } = await why(tracked, id);
    expect(json).toMatchObject({
      is_settled: false,
      category: {
        value: "biz.crm",
        layer: "workspace",
        rule: "App com.acme.*",
        version: `${BUILT_IN_VERSION}.1.0`,
      },
    });
  });

  it("weighs no evidence for personal samples", async () => {
    const tracked = await aTrackedDevice();
    const id = await aDerived(tracked, { active_app: { name: "Spotify", bundle_id: "com.spotify.client" } });
    const { attribution, category } = (await why(tracked, id)).json;
    expect(category.value).toBe("personal.music");
    expect(attribution).toEqual({
      project_id: null,
      project_key: null,
      task_key: null,
      confidence: 0,
      signals: [],
      runner_up: null,
      suggestion: null,
    });
  });

  it("answers 404 for others' samples, even to the workspace's owner, and for an invalid id", async () => {
    const tracked = await aTrackedDevice();
    const member = await aMember(tracked.workspace.id, "admin");
    const id = await aDerived(tracked, {});
    for (const [who, asked] of [
      [member, id],
      [tracked.developer, "0"],
      [tracked.developer, "999999999999999999"],
      [tracked.developer, "x"],
      [tracked.developer, "1e3"],
      [tracked.developer, "9".repeat(40)],
    ] as const) {
      const answer = await why({ developer: who } as Tracked, asked);
      expect([asked, answer.status, answer.json.detail]).toEqual([asked, 404, "Sample not found"]);
    }
    expect((await call(GET, "GET", { params: { sample_id: id } })).status).toBe(401);
  });
});
