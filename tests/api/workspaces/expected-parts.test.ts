import { describe, expect, it } from "vitest";
import * as automation from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/[automation_id]/route";
import * as sequence from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/[sequence_id]/route";
import * as webhook from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route";
import * as webhooks from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import * as project from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import * as projects from "@/app/api/v1/workspaces/[workspace_id]/projects/route";
import * as role from "@/app/api/v1/workspaces/[workspace_id]/roles/[role_id]/route";
import * as roles from "@/app/api/v1/workspaces/[workspace_id]/roles/route";
import { aCrm } from "@/tests/support/automations";
import { call } from "@/tests/support/call";

const STALE = [409, "Somebody else has changed it since"];

/**
 * An automation and a webhook with headers that answers never show, a sequence of two steps, a role of two permissions;
 * how each is read and changed.
 */
const THINGS = {
  automation: async () => {
    const crm = await aCrm();
    const made = await crm.anAutomation({
      trigger: { type: "record.updated", object: "company" },
      conditions: { attribute: "employees", operator: "gte", value: 10 },
      actions: [
        {
          type: "http_request",
          url: "https://example.com/a",
          headers: [{ name: "Authorization", value: "s3cret" }],
        },
      ],
    });
    const at = { bearer: crm.ada.jwt, params: { ...crm.params, automation_id: made.id } };
    return {
      part: "actions",
      othersOf: (actions: object[]) => [{ ...actions[0], url: "https://example.com/b" }],
      get: () => call(automation.GET, "GET", at),
      patch: (body: object) => call(automation.PATCH, "PATCH", { ...at, body }),
    };
  },
  webhook: async () => {
    const { ada, params } = await aCrm();
    const made = await call(webhooks.POST, "POST", {
      bearer: ada.jwt,
      params,
      body: { url: "https://example.com/a", events: ["record.created"], headers: { "X-Key": "s3cret" } },
    });
    const at = { bearer: ada.jwt, params: { ...params, webhook_id: made.json.id } };
    return {
      part: "events",
      othersOf: (events: string[]) => [...events, "record.updated"],
      get: () => call(webhook.GET, "GET", at),
      patch: (body: object) => call(webhook.PATCH, "PATCH", { ...at, body }),
    };
  },
  role: async () => {
    const crm = await aCrm();
    const at = { bearer: crm.ada.jwt, params: crm.params };
    const made = await call(roles.POST, "POST", {
      ...at,
      body: { name: "Sellers", permissions: ["can_view_crm", "can_view_tables"] },
    });
    const of = { bearer: crm.ada.jwt, params: { ...crm.params, role_id: made.json.id } };
    return {
      part: "permissions",
      othersOf: (permissions: string[]) => permissions.slice(1),
      get: () => call(role.GET, "GET", of),
      patch: (body: object) => call(role.PATCH, "PATCH", { ...of, body }),
    };
  },
  project: async () => {
    const { ada, params } = await aCrm();
    const made = await call(projects.POST, "POST", { bearer: ada.jwt, params, body: { name: "Engines" } });
    const of = { bearer: ada.jwt, params: { ...params, project_id: made.json.id } };
    return {
      part: "public_tabs",
      othersOf: (tabs: string[]) => tabs.slice(1),
      get: () => call(project.GET, "GET", of),
      patch: (body: object) => call(project.PATCH, "PATCH", { ...of, body }),
    };
  },
  sequence: async () => {
    const crm = await aCrm();
    const made = await crm.aSequence([
      { type: "wait", amount: 1, unit: "days" },
      { type: "task", title: "Call" },
    ]);
    const at = { bearer: crm.ada.jwt, params: { ...crm.params, sequence_id: made.id } };
    return {
      part: "steps",
      othersOf: (steps: object[]) => steps.slice(1),
      get: () => call(sequence.GET, "GET", at),
      patch: (body: object) => call(sequence.PATCH, "PATCH", { ...at, body }),
    };
  },
};

describe.each(Object.entries(THINGS))("of two people who change one %s at once", (_, aThing) => {
  it("the later one is refused where both change the same part, and told how to go on", async () => {
    const { part, othersOf, get, patch } = await aThing();
    const { json: seen } = await get();
    const expected = { [part]: seen[part] };
    expect((await patch({ [part]: othersOf(seen[part]), expected })).status).toBe(200);
    const { json: now } = await get();
    const late = await patch({ [part]: seen[part], expected: { [part]: [] } });
    expect([late.status, late.json.detail]).toEqual(STALE);
    expect((await get()).json[part]).toEqual(now[part]);
    expect((await patch({ [part]: now[part], expected: { [part]: now[part] } })).status).toBe(200);
  });

  it("neither is refused where each changes another part, or says the same", async () => {
    const { part, get, patch } = await aThing();
    const { json: seen } = await get();
    const answers = [
      await patch({ name: "Renamed", expected: { name: seen.name } }),
      await patch({ name: "Renamed", expected: { name: seen.name } }),
      await patch({ [part]: seen[part], expected: { [part]: seen[part] } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const late = await patch({ name: "Mine", expected: { name: seen.name } });
    expect([late.status, late.json.detail]).toEqual(STALE);
    expect((await patch({ name: "Mine" })).status).toBe(200);
  });

  it.each([{ expected: "x" }, { expected: [] }, { expected: null }])("%j is refused", async (body) => {
    const { patch } = await aThing();
    const answer = await patch({ name: "Mine", ...body });
    expect([answer.status, answer.json.issues?.[0]?.path]).toEqual([422, "expected"]);
  });
});
