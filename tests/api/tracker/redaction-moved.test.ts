import { expect, it } from "vitest";
import { POST as enroll } from "@/app/api/v1/tracker/devices/enroll/route";
import { POST as batch } from "@/app/api/v1/tracker/events/batch/route";
import { PUT as setRules } from "@/app/api/v1/workspaces/[workspace_id]/tracker/redaction/route";
import { call } from "@/tests/support/call";
import { aBatch, aProject, aSample, aTrackedDevice, aWorkspace } from "@/tests/support/factories";
import { shownSamples } from "@/tests/support/samples";

it("of samples that a device uploads after it moved is removed what the workspace does not keep that they belong to", async () => {
  const { developer, deviceId, workspace } = await aTrackedDevice();
  const bearer = developer.jwt;
  const next = await aWorkspace(developer);
  const project = await aProject(developer, next.id);
  for (const [{ id }, value] of [
    [workspace, "atlas"],
    [next, "borealis"],
  ] as const) {
    const body = { rules: [{ kind: "text", value }] };
    const answer = await call(setRules, "PUT", { bearer, params: { workspace_id: id }, body });
    expect(answer.status).toBe(200);
  }
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const active_app = { name: "Code", bundle_id: "code", window_title: "atlas and borealis" };
  const before = [aSample({ ts: at(-120_000), active_app }), aSample({ ts: at(-60_000), active_app })];
  const move = { device_id: deviceId, project_id: project.id };
  expect((await call(enroll, "POST", { bearer, body: move })).status).toBe(201);
  const events = [...before, aSample({ ts: at(1_000), active_app })];
  const answer = await call(batch, "POST", { bearer, body: aBatch(deviceId, events) });
  expect(answer.json).toMatchObject({ accepted: 3 });
  const titles = (await shownSamples({ deviceId })).map(({ windowTitle }) => windowTitle);
  expect(titles).toEqual(["[redacted] and borealis", "[redacted] and borealis", "atlas and [redacted]"]);
});
