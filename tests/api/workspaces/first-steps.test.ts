import { describe, expect, it } from "vitest";
import { POST as mintToken } from "@/app/api/v1/developers/me/api-tokens/route";
import { GET } from "@/app/api/v1/workspaces/[workspace_id]/first-steps/route";
import { POST as invite } from "@/app/api/v1/workspaces/[workspace_id]/invites/route";
import { POST as fill } from "@/app/api/v1/workspaces/[workspace_id]/sample-data/route";
import { POST as createTable } from "@/app/api/v1/workspaces/[workspace_id]/tables/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { crmOf } from "@/tests/support/crm-records";
import { aDeveloper, aMember, aProject, aWorkspace } from "@/tests/support/factories";
import { formsOf } from "@/tests/support/forms";
import { aWebhook } from "@/tests/support/webhooks";

async function aHome() {
  const ada = await aDeveloper();
  const { id } = await aWorkspace(ada);
  return { ada, id, params: { workspace_id: id } };
}

async function read(id: string, bearer: string) {
  const { json } = await call(GET, "GET", { bearer, params: { workspace_id: id } });
  const steps = json.steps as { key: string; is_done: boolean }[];
  return {
    ...json,
    keys: steps.map(({ key }) => key),
    done: steps.filter(({ is_done }) => is_done).map(({ key }) => key),
  };
}

describe("first steps", () => {
  it("cover every area, except what this installation can't do", async () => {
    const { ada, id } = await aHome();
    const { keys, done, sends_mail } = await read(id, ada.jwt);
    expect(keys).toEqual(["invite", "record", "project", "form", "table", "webhook", "device", "api_token"]);
    expect(done).toEqual([]);
    expect(sends_mail).toBe(false);
  });

  it("leave out steps that the member may not take", async () => {
    const { id } = await aHome();
    const viewer = await aMember(id, "viewer");
    expect((await read(id, viewer.jwt)).keys).toEqual(["api_token"]);
    const sales = await aMember(id, "sales");
    expect((await read(id, sales.jwt)).keys).toContain("record");
    expect((await read(id, sales.jwt)).keys).not.toContain("invite");
  });

  it("are not completed by sample data", async () => {
    const { ada, id, params } = await aHome();
    await call(fill, "POST", { bearer: ada.jwt, params });
    const { done, has_sample_data } = await read(id, ada.jwt);
    expect(done).toEqual([]);
    expect(has_sample_data).toBe(true);
  });

  it("are completed one by one", async () => {
    const { ada, id, params } = await aHome();
    const taken: string[] = [];
    const take = async (step: string, work: () => Promise<unknown>) => {
      await work();
      taken.push(step);
      expect(new Set((await read(id, ada.jwt)).done)).toEqual(new Set(taken));
    };
    const role = await db().customRole.findFirstOrThrow({ where: { workspaceId: id, slug: "viewer" } });
    await take("invite", () =>
      call(invite, "POST", {
        bearer: ada.jwt,
        params,
        body: { email: "grace@example.com", custom_role_id: role.id },
      }),
    );
    await take("record", () => crmOf(ada.jwt, id).make("company", { name: "Acme" }));
    await take("project", () => aProject(ada, id));
    await formsOf(ada.jwt, id).make({ is_public: false });
    await take("form", () => formsOf(ada.jwt, id).make());
    await take("table", () =>
      call(createTable, "POST", { bearer: ada.jwt, params, body: { name: "T", columns: [] } }),
    );
    await take("webhook", () => aWebhook({ owner: ada, workspaceId: id }, "https://example.com/hook"));
    await take("api_token", () =>
      call(mintToken, "POST", { bearer: ada.jwt, body: { name: "CI", expires_in_days: 1 } }),
    );
  });
});
