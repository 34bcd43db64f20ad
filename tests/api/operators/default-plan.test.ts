import { describe, expect, it } from "vitest";
import { PUT as setPlan } from "@/app/api/v1/operators/workspaces/[workspace_id]/plan/route";
import { GET as billing } from "@/app/api/v1/workspaces/[workspace_id]/billing/route";
import { POST as subscribe } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

/* A deployment where nobody can pay: no ceiling stands that nobody could lift. */

process.env.OPERATOR_EMAILS = "ops@example.com";
process.env.OPERATOR_CONTACT = "https://help.example.com/plans";

const PLACES_OF_FREE = 20;

async function aFullHouse() {
  const owner = await aDeveloper();
  const { id } = await aWorkspace(owner);
  const params = { workspace_id: id };
  await db().webhook.createMany({
    data: Array.from({ length: PLACES_OF_FREE }, (_, n) => ({
      workspaceId: id,
      name: `w${n}`,
      url: "https://example.com/",
      events: ["*"],
      secretEncrypted: "x",
      createdAt: new Date(),
      updatedAt: new Date(),
    })),
  });
  const oneMore = () =>
    call(subscribe, "POST", {
      bearer: owner.jwt,
      params,
      body: { url: "https://example.com/", events: ["record.created"] },
    });
  return { owner, params, oneMore };
}

describe("without a way to pay", () => {
  it("a workspace without a chosen plan has no limits, and its bill says so", async () => {
    const { owner, params, oneMore } = await aFullHouse();
    expect((await oneMore()).status).toBe(201);
    const { json } = await call(billing, "GET", { bearer: owner.jwt, params });
    expect(json.plan.id).toBe("enterprise");
    expect(json.usage).toContainEqual({ resource: "webhooks", used: PLACES_OF_FREE + 1, max: null });
  });

  it("a workspace that an operator put on a smaller plan has that plan's limits, and refusals say whom to ask", async () => {
    const { params, oneMore } = await aFullHouse();
    const { jwt } = await aDeveloper({ email: "ops@example.com" });
    expect((await call(setPlan, "PUT", { bearer: jwt, params, body: { plan_id: "free" } })).status).toBe(200);
    const refused = await oneMore();
    expect([refused.status, refused.json.detail]).toEqual([
      402,
      "The Free plan has room for 20 webhooks, and all are taken. For more, ask https://help.example.com/plans for a larger plan.",
    ]);
  });
});
