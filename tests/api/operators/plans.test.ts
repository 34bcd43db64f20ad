import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { POST as payments } from "@/app/api/v1/integrations/webhooks/payments/route";
import { GET as listPlans } from "@/app/api/v1/operators/plans/route";
import { PUT as setPlan } from "@/app/api/v1/operators/workspaces/[workspace_id]/plan/route";
import { GET as listWorkspaces } from "@/app/api/v1/operators/workspaces/route";
import { GET as getWorkspace } from "@/app/api/v1/workspaces/[workspace_id]/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { processAll } from "@/tests/support/code-host-webhooks";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

/* A deployment that sells plans: everyone begins on the one that is free. */

const SECRET = "whsec_of_the_tests";
process.env.PAYMENTS_WEBHOOK_SECRET = SECRET;
process.env.OPERATOR_EMAILS = " Ops@Example.com, second@example.com";

const anOperator = () => aDeveloper({ name: "Ops", email: "ops@example.com" });

/** A person, their workspace, and what its plan is to those in it. */
async function aHome() {
  const owner = await aDeveloper();
  const { id } = await aWorkspace(owner);
  const params = { workspace_id: id };
  const plan = async () =>
    (await call(getWorkspace, "GET", { bearer: owner.jwt, params })).json.plan_id as string;
  return { owner, id, params, plan };
}

const put = (bearer: string, params: Record<string, string>, planId: unknown) =>
  call(setPlan, "PUT", { bearer, params, body: { plan_id: planId } });

/** What the payments provider says when a workspace pays for a plan, or ends doing so. */
async function pays(workspaceId: string, plan: string, status = "active", id = `sub_${randomUUID()}`) {
  const subscription = {
    id,
    status,
    metadata: { workspace_id: workspaceId },
    items: { data: [{ price: { id: "price_x", metadata: { plan } } }] },
  };
  const type = "customer.subscription.updated";
  const created = Math.floor(Date.now() / 1000);
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type,
    created,
    data: { object: subscription },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
  const answer = await call(payments, "POST", { body: payload, headers: { "stripe-signature": signature } });
  expect(answer.json).toEqual({ status: "accepted" });
  await processAll();
  return id;
}

describe("routes for operators", () => {
  it("are closed to everybody else, even to those who only claim an operator's address", async () => {
    const { owner, params } = await aHome();
    const impostor = await aDeveloper({ email: "second@example.com" });
    await db().developer.update({ where: { id: impostor.id }, data: { emailVerified: false } });
    for (const { jwt } of [owner, impostor]) {
      const answers = [
        await call(listPlans, "GET", { bearer: jwt }),
        await call(listWorkspaces, "GET", { bearer: jwt }),
        await put(jwt, params, "enterprise"),
      ];
      for (const { status, json } of answers) {
        expect([status, json.detail]).toEqual([403, "Only operators of this service may do this"]);
      }
    }
    expect((await call(listPlans, "GET")).status).toBe(401);
  });

  it("list the plans with their limits, and the default plan", async () => {
    const { json } = await call(listPlans, "GET", { bearer: (await anOperator()).jwt });
    expect(json.map(({ id, is_default }: Record<string, unknown>) => [id, is_default])).toEqual([
      ["free", true],
      ["team", false],
      ["business", false],
      ["enterprise", false],
    ]);
    expect(json[0]).toMatchObject({ members_max: 50, projects_max: 50, devices_max: 100, webhooks_max: 20 });
    expect(json[3]).toMatchObject({
      members_max: null,
      projects_max: null,
      devices_max: null,
      webhooks_max: null,
    });
  });

  it("find workspaces by name, slug and owner, a page at a time, including deactivated ones", async () => {
    const { jwt } = await anOperator();
    const word = randomUUID().slice(0, 8);
    const owner = await aDeveloper({ email: `${word}-owner@example.com` });
    const made = [];
    for (const name of [`One ${word}`, `100%_${word}`, "Other"]) {
      const { id } = await aWorkspace(owner);
      await db().workspace.update({ where: { id }, data: { name, isActive: name !== "Other" } });
      made.push(id);
    }
    const found = async (query: Record<string, string>) =>
      (await call(listWorkspaces, "GET", { bearer: jwt, query })).json.map(({ id }: { id: string }) => id);
    expect((await found({ search: word.toUpperCase() })).sort()).toEqual([...made].sort());
    expect(await found({ search: "%_" })).toEqual([made[1]]);
    const first = await call(listWorkspaces, "GET", { bearer: jwt, query: { search: word, limit: "2" } });
    expect(first.json).toHaveLength(2);
    const next = /<[^?]+\?([^>]+)>/.exec(first.headers.get("link") ?? "")?.[1];
    expect(await found(Object.fromEntries(new URLSearchParams(next)))).toEqual([made[0]]);
  });

  it("see and find by email whoever owns a workspace now, whether or not they founded it", async () => {
    const { jwt } = await anOperator();
    const word = randomUUID().slice(0, 8);
    const [founder, heir] = [await aDeveloper(), await aDeveloper({ email: `${word}-heir@example.com` })];
    const { id } = await aWorkspace(founder);
    await db().workspace.update({ where: { id }, data: { name: word } });
    const found = async (search: string) =>
      (await call(listWorkspaces, "GET", { bearer: jwt, query: { search } })).json.map(
        (each: { id: string; owner_email: string | null }) => [each.id, each.owner_email],
      );
    expect(await found(word)).toEqual([[id, founder.email]]);
    await aMember(id, "owner", heir);
    await aMember(id, "admin", await aDeveloper({ email: `${word}-admin@example.com` }));
    expect(await found(word)).toEqual([[id, founder.email]]);
    expect(await found(`${word}-heir`)).toEqual([[id, founder.email]]);
    expect(await found(`${word}-admin`)).toEqual([]);
    const place = { workspaceId_developerId: { workspaceId: id, developerId: founder.id } };
    await db().workspaceMember.update({ where: place, data: { status: "suspended" } });
    expect(await found(word)).toEqual([[id, heir.email]]);
    expect(await found(founder.email)).toEqual([]);
    await db().developer.update({ where: { id: heir.id }, data: { isActive: false } });
    expect(await found(word)).toEqual([[id, null]]);
  });

  it("refuse unknown plans and workspaces, and change nothing", async () => {
    const { jwt } = await anOperator();
    const { params, plan } = await aHome();
    for (const wrong of ["gold", "", 7, undefined]) {
      const answer = await put(jwt, params, wrong);
      expect([answer.status, answer.json.issues?.[0].path]).toEqual([422, "plan_id"]);
    }
    expect((await put(jwt, { workspace_id: randomUUID() }, "team")).status).toBe(404);
    expect((await put(jwt, { workspace_id: "x" }, "team")).status).toBe(404);
    expect(await plan()).toBe("free");
  });
});

describe("an operator's choice of a plan", () => {
  it("is recorded under their name, and overrides whatever is paid for", async () => {
    const operator = await anOperator();
    const { id, params, plan } = await aHome();
    const answer = await put(operator.jwt, params, "enterprise");
    expect(answer.json).toMatchObject({ id, plan_id: "enterprise", plan_set_by: "operator" });
    expect(await plan()).toBe("enterprise");
    const subscription = await pays(id, "team");
    expect(await plan()).toBe("enterprise");
    await pays(id, "team", "canceled", subscription);
    expect(await plan()).toBe("enterprise");
    const audits = await db().auditEvent.findMany({ where: { workspaceId: id, action: "plan.changed" } });
    expect(audits).toMatchObject([
      {
        actorId: operator.id,
        before: { plan_id: "free" },
        after: { plan_id: "enterprise", set_by: "operator" },
      },
    ]);
  });

  it("may be the free plan for a paying workspace; once removed, the paid plan counts again, then the default", async () => {
    const { jwt } = await anOperator();
    const { id, params, plan } = await aHome();
    const subscription = await pays(id, "business");
    await put(jwt, params, "free");
    expect(await plan()).toBe("free");
    expect((await put(jwt, params, null)).json).toMatchObject({
      plan_id: "business",
      plan_set_by: "payment",
    });
    await pays(id, "business", "canceled", subscription);
    expect(await plan()).toBe("free");
    const listed = await call(listWorkspaces, "GET", { bearer: jwt, query: { search: id.slice(0, 1) } });
    expect(listed.status).toBe(200);
    expect((await put(jwt, params, null)).json).toMatchObject({ plan_id: "free", plan_set_by: "default" });
  });
});
