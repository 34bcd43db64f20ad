import { describe, expect, it } from "vitest";
import * as automation from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/route";
import * as records from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/route";
import * as sequence from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/route";
import * as merge from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/merge/route";
import { authorise } from "@/lib/access/authorise";
import { aCrm } from "@/tests/support/automations";
import { call } from "@/tests/support/call";
import { aDeveloper, anActor } from "@/tests/support/factories";
import { aProjectPage } from "@/tests/support/project-page";

/*
 * Some languages write UUIDs in upper case, Swift among them.
 */

describe("an id in upper case", () => {
  it("of a workspace means the same, in what is sent, counted and watched by it too", async () => {
    const crm = await aCrm();
    const params = { workspace_id: crm.workspace.id.toUpperCase(), object_slug: "company" };
    const body = { values: { name: "Tea & Co" } };
    const made = await call(records.POST, "POST", { bearer: crm.ada.jwt, params, body });
    expect(made.status).toBe(201);
    expect(await crm.events()).toMatchObject([{ type: "record.created", workspace_id: crm.workspace.id }]);
    const scope = await authorise(anActor(crm.ada.id), crm.workspace.id.toUpperCase());
    expect(scope.workspaceId).toBe(crm.workspace.id);
  });

  it("means the same in the actions of an automation", async () => {
    const crm = await aCrm();
    const { id: sequenceId } = await crm.aSequence([{ type: "task", title: "Call" }]);
    const trigger = { type: "record.created", object: "company" };
    const enrols = { type: "enroll_in_sequence", sequence_id: sequenceId };
    const tells = { type: "notify", developer_ids: [crm.ada.id], title: "New" };
    const made = await crm.anAutomation({
      trigger,
      actions: [
        { ...enrols, sequence_id: sequenceId.toUpperCase() },
        { ...tells, developer_ids: [crm.ada.id.toUpperCase()] },
      ],
    });
    expect(made.actions).toMatchObject([enrols, tells]);
    const changed = await call(automation.PATCH, "PATCH", {
      bearer: crm.ada.jwt,
      params: { ...crm.params, automation_id: made.id },
      body: { actions: [{ ...tells, id: made.actions[1]?.id.toUpperCase() }] },
    });
    expect(changed.json.actions).toMatchObject([{ ...tells, id: made.actions[1]?.id }]);
  });

  it("means the same in the steps of a sequence", async () => {
    const crm = await aCrm();
    const step = { type: "task", title: "Call", assignee_id: crm.ada.id };
    const made = await crm.aSequence([{ ...step, assignee_id: crm.ada.id.toUpperCase() }]);
    expect(made.steps).toMatchObject([step]);
    const changed = await call(sequence.PATCH, "PATCH", {
      bearer: crm.ada.jwt,
      params: { ...crm.params, sequence_id: made.id },
      body: { steps: [{ ...step, id: made.steps[0]?.id.toUpperCase() }] },
    });
    expect(changed.json.steps).toMatchObject([{ ...step, id: made.steps[0]?.id }]);
  });

  it("means the same where requests are merged", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const [from, into] = [await page.asked(bea, "From"), await page.asked(bea, "Into")];
    const merged = (into_id: string) =>
      call(merge.POST, "POST", {
        bearer: page.ada.jwt,
        params: { ...page.staff, request_id: from },
        body: { into_id },
      });
    expect((await merged(from.toUpperCase())).json.detail).toBe("A request can't be merged into itself");
    expect((await merged(into.toUpperCase())).json.id).toBe(into);
  });
});
