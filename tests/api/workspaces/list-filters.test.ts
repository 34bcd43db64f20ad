import { describe, expect, it } from "vitest";
import * as automations from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/route";
import * as sequences from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/route";
import * as forms from "@/app/api/v1/workspaces/[workspace_id]/forms/route";
import * as members from "@/app/api/v1/workspaces/[workspace_id]/members/route";
import * as requests from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/route";
import * as tasks from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/tasks/route";
import * as projects from "@/app/api/v1/workspaces/[workspace_id]/projects/route";
import * as repositories from "@/app/api/v1/workspaces/[workspace_id]/repositories/route";
import * as roles from "@/app/api/v1/workspaces/[workspace_id]/roles/route";
import * as teams from "@/app/api/v1/workspaces/[workspace_id]/teams/route";
import { db } from "@/lib/platform/database";
import type { Route } from "@/lib/routes/route";
import { call } from "@/tests/support/call";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";

const ACTION = { type: "create_record", object: "deal", values: { name: "x" } };
const CREATED = { type: "record.created", object: "company" };

type Kind = { route: { GET: Route; POST?: Route }; body: (name: string) => object; field: string };

const KINDS: Record<string, Kind> = {
  teams: { route: teams, field: "name", body: (name) => ({ name, type: "manual" }) },
  roles: { route: roles, field: "name", body: (name) => ({ name, base_role: "viewer" }) },
  forms: { route: forms, field: "name", body: (name) => ({ name }) },
  projects: { route: projects, field: "name", body: (name) => ({ name }) },
  tasks: { route: tasks, field: "title", body: (title) => ({ title }) },
  requests: { route: { GET: requests.GET }, field: "title", body: () => ({}) },
  sequences: {
    route: sequences,
    field: "name",
    body: (name) => ({ name, object: "company", steps: [{ type: "wait", amount: 1, unit: "days" }] }),
  },
  automations: {
    route: automations,
    field: "name",
    body: (name) => ({ name, trigger: CREATED, actions: [ACTION] }),
  },
  repositories: { route: { GET: repositories.GET }, field: "full_name", body: () => ({}) },
  members: { route: { GET: members.GET }, field: "name", body: () => ({}) },
};

/** As visitors file them. */
async function aRequest({ workspace_id = "", project_id = "" }: Record<string, string>, title: string) {
  const at = { createdAt: new Date(), updatedAt: new Date() };
  await db().projectRequest.create({
    data: { workspaceId: workspace_id, projectId: project_id, title, visibility: "visible", ...at },
  });
}

/** As if somebody had adopted it at the code host. */
async function aRepository(workspaceId: string, fullName: string) {
  const facts = { externalId: fullName, fullName, defaultBranch: "main", isPrivate: false };
  await db().workspaceRepository.create({ data: { workspaceId, ...facts } });
}

/** What people may be called, what others type for it, and what does not find it. */
const NAMES = [
  {
    name: "José Straße",
    typed: ["jose", "José", "JOSÉ", "strasse", "straße", "é str", "e str"],
    not: ["josé%"],
  },
  { name: "O’Brien 100%", typed: ["obrien", "o’brien", "100%", "0%"], not: ["o_brien", "obrian", "1%0"] },
  { name: "Łódź Ærø", typed: ["lodz", "łódź", "aero", "ærø"], not: ["lodz aero x"] },
];

describe.each(Object.keys(KINDS))("the filter of the list of %s", (which) => {
  it("finds a name by part of it, typed with its accents or without, and nothing of another workspace", async () => {
    const { route, body, field } = KINDS[which] as Kind;
    const owner = await aDeveloper({ name: "Zed" });
    const workspace = await aWorkspace(owner);
    const elsewhere = await aWorkspace(owner);
    const places = new Map<string, Record<string, string>>();
    const placeOf = async (workspaceId: string) => {
      const known = places.get(workspaceId);
      if (known) return known;
      const project = ["requests", "tasks"].includes(which) ? await aProject(owner, workspaceId) : null;
      const place = { workspace_id: workspaceId, ...(project ? { project_id: project.id } : {}) };
      places.set(workspaceId, place);
      return place;
    };
    const make = async (workspaceId: string, name: string) => {
      const params = await placeOf(workspaceId);
      if (which === "members") return aMember(workspaceId, "viewer", await aDeveloper({ name }));
      if (which === "requests") return aRequest(params, name);
      if (which === "repositories") return aRepository(workspaceId, name);
      if (route.POST === undefined) throw new Error(`Nothing makes ${which}`);
      const made = await call(route.POST, "POST", { bearer: owner.jwt, params, body: body(name) });
      if (made.status !== 201) throw new Error(made.text);
    };
    for (const { name } of NAMES) await make(workspace.id, name);
    await make(elsewhere.id, NAMES[0]?.name ?? "");
    const found = async (search: string): Promise<string[]> => {
      const params = await placeOf(workspace.id);
      const { status, json } = await call(route.GET, "GET", { bearer: owner.jwt, params, query: { search } });
      expect(status).toBe(200);
      return json.map((row: Record<string, string>) => row[field]);
    };
    for (const { name, typed, not } of NAMES) {
      for (const text of typed) expect([text, await found(text)]).toEqual([text, [name]]);
      for (const text of not) expect([text, await found(text)]).toEqual([text, []]);
    }
  });
});
