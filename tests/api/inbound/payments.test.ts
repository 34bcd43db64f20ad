import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/v1/integrations/webhooks/payments/route";
import { lockAccess } from "@/lib/access/store";
import { db, transaction } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { processAll, processNow } from "@/tests/support/code-host-webhooks";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { alterations } from "@/tests/support/inbound";

const SECRET = "whsec_of_the_tests";
process.env.PAYMENTS_WEBHOOK_SECRET = SECRET;
process.env.PAYMENTS_PRICE_PLANS = "price_team:team, price_business:business";

const NOW_S = Math.floor(Date.now() / 1000);

type Given = {
  id?: string;
  type?: string;
  created?: number;
  status?: string;
  price?: object;
  workspaceId?: string;
  subscriptionId?: string;
};

function anEvent(given: Given = {}) {
  const { workspaceId, price = { id: "price_team" } } = given;
  return {
    id: given.id ?? `evt_${randomUUID()}`,
    object: "event",
    type: given.type ?? "customer.subscription.updated",
    created: given.created ?? NOW_S,
    data: {
      object: {
        id: given.subscriptionId ?? `sub_${randomUUID()}`,
        object: "subscription",
        status: given.status ?? "active",
        metadata: workspaceId ? { workspace_id: workspaceId } : {},
        items: { data: [{ price }] },
      },
    },
  };
}

/** The header that the provider's own library makes for tests. */
function signatureOf(payload: string, timestamp = Math.floor(Date.now() / 1000), secret = SECRET): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

const post = (body: unknown, headers: Record<string, string>) => call(POST, "POST", { body, headers });

async function deliver(event: object) {
  const payload = JSON.stringify(event);
  const answer = await post(payload, { "stripe-signature": signatureOf(payload) });
  expect(answer.status).toBe(200);
  await processAll();
  return answer.json;
}

async function aPayer() {
  const { id } = await aWorkspace(await aDeveloper());
  const plan = async () => (await db().workspace.findUniqueOrThrow({ where: { id } })).planId;
  return { workspaceId: id, plan };
}

/** How many transactions wait for a workspace's row. */
async function waitingForWorkspace(): Promise<number> {
  const waiting: unknown[] = await db().$queryRaw`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM workspace WHERE id%'`;
  return waiting.length;
}

describe("the payments provider's signature", () => {
  const payload = JSON.stringify(anEvent({ workspaceId: randomUUID() }));
  const status = async (body: unknown, signature: string) =>
    (await post(body, { "stripe-signature": signature })).status;

  it("is accepted as made by the provider's own library, and a replay changes nothing", async () => {
    const own = JSON.stringify(anEvent({ workspaceId: randomUUID() }));
    const headers = { "stripe-signature": signatureOf(own) };
    expect((await post(own, headers)).json).toEqual({ status: "accepted" });
    expect((await post(own, headers)).json).toEqual({ status: "ignored", reason: "duplicate_delivery" });
  });

  it("is refused for each altered character of the body and of itself", async () => {
    const signature = signatureOf(payload);
    for (const altered of alterations(payload)) {
      if (altered !== payload) expect([altered, await status(altered, signature)]).toEqual([altered, 401]);
    }
    for (const altered of alterations(signature)) {
      expect([altered, await status(payload, altered)]).toEqual([altered, 401]);
    }
  });

  it("is refused for other bytes that parse to the same JSON", async () => {
    const signature = signatureOf(payload);
    const reordered = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(payload)).reverse()));
    const others = [
      JSON.stringify(JSON.parse(payload), null, 1),
      reordered,
      `${payload}\n`,
      `\uFEFF${payload}`,
    ];
    for (const other of others) expect(await status(other, signature)).not.toBe(200);
  });

  it("is refused with another secret, without a time, and twice in one header", async () => {
    for (const wrong of [signatureOf(payload, NOW_S, "whsec_other"), "", "t=,v1=", "v1=00", "t=x,v1=00"]) {
      expect([wrong, await status(payload, wrong)]).toEqual([wrong, 401]);
    }
  });

  it("is refused if it is more than 300 s old", async () => {
    const nowS = Math.floor(Date.now() / 1000);
    expect(await status(payload, signatureOf(payload, nowS - 290))).toBe(200);
    expect(await status(payload, signatureOf(payload, nowS - 305))).toBe(401);
  });

  it("is refused if it is more than 300 s in the future, by either of its two times", async () => {
    const nowS = Math.floor(Date.now() / 1000);
    const early = signatureOf(payload, nowS + 3_600);
    expect(await status(payload, signatureOf(payload, nowS + 290))).toBe(200);
    for (const signature of [
      signatureOf(payload, nowS + 320),
      early,
      `t=${nowS},${early}`,
      `${early},t=${nowS}`,
    ]) {
      expect([signature, await status(payload, signature)]).toEqual([signature, 401]);
    }
    expect(await status("{", signatureOf("{", nowS + 3_600))).toBe(401);
  });

  it("is refused for text that is not JSON: 400", async () => {
    for (const body of ["", "{", "[1,"]) expect(await status(body, signatureOf(body))).toBe(400);
  });
});

describe("a message without a signature, if a secret is set", () => {
  it("is answered and marked in the log but not processed, and the real one still counts", async () => {
    const { workspaceId, plan } = await aPayer();
    const event = anEvent({ workspaceId });
    const answer = await post(event, {});
    expect([answer.status, answer.json]).toEqual([200, { status: "ignored", reason: "unsigned" }]);
    const mark = await db().inboundDelivery.findFirstOrThrow({
      where: { externalId: `unsigned:${event.id}` },
      include: { workspaces: true, body: true },
    });
    expect(mark).toMatchObject({ status: "ignored", workspaces: [{ workspaceId }], body: null });
    expect(await plan()).toBe("free");
    expect(await deliver(event)).toEqual({ status: "accepted" });
    expect(await plan()).toBe("team");
  });
});

describe("subscription events", () => {
  it("set the workspace's plan, and are recorded in its audit trail and its log of deliveries", async () => {
    const { workspaceId, plan } = await aPayer();
    const event = anEvent({ workspaceId, price: { id: "price_business" } });
    expect(await deliver(event)).toEqual({ status: "accepted" });
    expect(await plan()).toBe("business");
    const audit = await db().auditEvent.findFirstOrThrow({ where: { workspaceId, action: "plan.changed" } });
    expect(audit).toMatchObject({
      actorId: null,
      before: { plan_id: "free" },
      after: { plan_id: "business", subscription_id: event.data.object.id },
    });
    const delivery = await db().inboundDelivery.findFirstOrThrow({
      where: { externalId: event.id },
      include: { workspaces: true },
    });
    expect(delivery).toMatchObject({ status: "processed", workspaces: [{ workspaceId }], showsBody: false });
  });

  it.each([
    [{ id: "price_x", metadata: { plan: "business" } }],
    [{ id: "price_x", product: { metadata: { plan: "business" } } }],
  ])("find the plan in the price or product: %j", async (price) => {
    const { workspaceId, plan } = await aPayer();
    await deliver(anEvent({ workspaceId, price }));
    expect(await plan()).toBe("business");
  });

  it("keep the plan if nothing changes, without a second audit row", async () => {
    const { workspaceId } = await aPayer();
    const subscriptionId = "sub_same";
    for (let i = 0; i < 3; i++) await deliver(anEvent({ workspaceId, subscriptionId, created: NOW_S + i }));
    expect(await db().auditEvent.count({ where: { workspaceId, action: "plan.changed" } })).toBe(1);
  });

  it.each(["canceled", "unpaid", "incomplete_expired", "paused", "incomplete"])(
    "end the plan if the subscription is %s",
    async (status) => {
      const { workspaceId, plan } = await aPayer();
      const subscriptionId = `sub_${randomUUID()}`;
      await deliver(anEvent({ workspaceId, subscriptionId }));
      await deliver(anEvent({ workspaceId, subscriptionId, status, created: NOW_S + 1 }));
      expect(await plan()).toBe("free");
    },
  );

  it.each(["past_due", "trialing"])("keep the plan while the subscription is %s", async (status) => {
    const { workspaceId, plan } = await aPayer();
    await deliver(anEvent({ workspaceId, status }));
    expect(await plan()).toBe("team");
  });

  it("apply in order of creation, whatever order they arrive in", async () => {
    const { workspaceId, plan } = await aPayer();
    const subscriptionId = `sub_${randomUUID()}`;
    const type = "customer.subscription.deleted";
    await deliver(anEvent({ workspaceId, subscriptionId, type, status: "canceled", created: NOW_S + 60 }));
    await deliver(anEvent({ workspaceId, subscriptionId, created: NOW_S }));
    expect(await plan()).toBe("free");
  });

  it("of the same second apply as created, updated, deleted", async () => {
    const { workspaceId, plan } = await aPayer();
    const subscriptionId = `sub_${randomUUID()}`;
    await deliver(anEvent({ workspaceId, subscriptionId, type: "customer.subscription.updated" }));
    const type = "customer.subscription.created";
    await deliver(anEvent({ workspaceId, subscriptionId, type, status: "incomplete" }));
    expect(await plan()).toBe("team");
  });

  it("keep the largest plan that is still paid for if one of two subscriptions ends", async () => {
    const { workspaceId, plan } = await aPayer();
    const ending = { workspaceId, subscriptionId: `sub_${randomUUID()}`, price: { id: "price_business" } };
    await deliver(anEvent(ending));
    await deliver(anEvent({ workspaceId }));
    expect(await plan()).toBe("business");
    await deliver(anEvent({ ...ending, type: "customer.subscription.deleted", created: NOW_S + 1 }));
    expect(await plan()).toBe("team");
  });

  it("of two subscriptions at one moment leave the workspace on what is still paid for", async () => {
    const { workspaceId, plan } = await aPayer();
    const ending = { workspaceId, subscriptionId: `sub_${randomUUID()}` };
    await deliver(anEvent(ending));
    const begun = anEvent({ workspaceId, price: { id: "price_business" } });
    const ended = anEvent({ ...ending, type: "customer.subscription.deleted", created: NOW_S + 1 });
    for (const event of [begun, ended]) {
      const payload = JSON.stringify(event);
      await post(payload, { "stripe-signature": signatureOf(payload) });
    }
    const { works } = await transaction(async (tx) => {
      await lockAccess(tx, workspaceId);
      const works = [];
      for (const { id: externalId } of [begun, ended]) {
        const where = { provider_externalId: { provider: "payments", externalId } };
        works.push(processNow((await db().inboundDelivery.findUniqueOrThrow({ where })).id));
        await expect.poll(waitingForWorkspace).toBe(works.length);
      }
      return { works };
    });
    await Promise.all(works);
    expect(await plan()).toBe("business");
  });

  it("can't move a subscription to another workspace", async () => {
    const [mine, theirs] = [await aPayer(), await aPayer()];
    const subscriptionId = `sub_${randomUUID()}`;
    await deliver(anEvent({ workspaceId: mine.workspaceId, subscriptionId }));
    await deliver(anEvent({ workspaceId: theirs.workspaceId, subscriptionId, created: NOW_S + 1 }));
    expect([await mine.plan(), await theirs.plan()]).toEqual(["team", "free"]);
  });

  it("end a subscription also where they name another workspace than the one it is for", async () => {
    const [mine, theirs] = [await aPayer(), await aPayer()];
    const subscriptionId = `sub_${randomUUID()}`;
    await deliver(anEvent({ workspaceId: mine.workspaceId, subscriptionId }));
    expect(await mine.plan()).toBe("team");
    const type = "customer.subscription.deleted";
    const ended = anEvent({ workspaceId: theirs.workspaceId, subscriptionId, type, created: NOW_S + 1 });
    await deliver(ended);
    expect([await mine.plan(), await theirs.plan()]).toEqual(["free", "free"]);
    const shown = { delivery: { provider: "payments", externalId: ended.id } };
    const rows = await db().inboundDeliveryWorkspace.findMany({ where: shown });
    expect(rows.map(({ workspaceId }) => workspaceId)).toEqual([mine.workspaceId]);
  });

  it("hold also where their texts have a character that can't be stored", async () => {
    const { workspaceId, plan } = await aPayer();
    const subscriptionId = `sub_\0${randomUUID()}`;
    expect(
      await deliver(
        anEvent({
          workspaceId,
          subscriptionId,
          status: "active\0",
          price: { id: "p", metadata: { plan: "team\0" } },
        }),
      ),
    ).toEqual({ status: "accepted" });
    expect(await plan()).toBe("team");
  });

  it("change nothing for an unknown workspace", async () => {
    const event = anEvent({ workspaceId: randomUUID() });
    expect(await deliver(event)).toEqual({ status: "accepted" });
    expect(await db().paymentSubscription.count({ where: { id: event.data.object.id } })).toBe(0);
  });

  it("end a subscription whose price no plan is known for any more", async () => {
    const { workspaceId, plan } = await aPayer();
    const ending = { workspaceId, subscriptionId: `sub_${randomUUID()}` };
    await deliver(anEvent(ending));
    expect(await plan()).toBe("team");
    const [type, status] = ["customer.subscription.deleted", "canceled"];
    await deliver(anEvent({ ...ending, type, status, price: { id: "price_retired" }, created: NOW_S + 1 }));
    expect(await plan()).toBe("free");
  });

  it("that end a subscription end its plan without naming the workspace, and nothing where it is not known", async () => {
    const { workspaceId, plan } = await aPayer();
    const event = anEvent({ workspaceId });
    await deliver(event);
    expect(await plan()).toBe("team");
    const ended = { type: "customer.subscription.deleted", status: "canceled", created: NOW_S + 1 };
    expect(await deliver(anEvent({ ...ended, subscriptionId: `sub_${randomUUID()}` }))).toMatchObject({
      status: "accepted",
    });
    expect(await plan()).toBe("team");
    await deliver(anEvent({ ...ended, subscriptionId: event.data.object.id }));
    expect(await plan()).toBe("free");
  });

  it("with the price of no known plan fail with an explanation, and work once they are replayed", async () => {
    const { workspaceId, plan } = await aPayer();
    const price = { id: "price_new" };
    const event = anEvent({ workspaceId, price });
    const payload = JSON.stringify(event);
    await post(payload, { "stripe-signature": signatureOf(payload) });
    const where = { provider_externalId: { provider: "payments", externalId: event.id } };
    const { id } = await db().inboundDelivery.findUniqueOrThrow({ where });
    await expect(processNow(id)).rejects.toThrow("price_new");
    const failed = await db().inboundDelivery.findUniqueOrThrow({ where });
    expect(failed.lastError).toContain("PAYMENTS_PRICE_PLANS");
    expect(await plan()).toBe("free");
    await db().inboundDelivery.delete({ where });
  });

  it.each([
    ["invoice.paid", {}, "unsupported_event"],
    ["customer.subscription.updated", {}, "no_workspace"],
    ["customer.subscription.updated", { workspaceId: "not-an-id" }, "no_workspace"],
  ])("%s of %j is ignored with the reason %s", async (type, given, reason) => {
    expect(await deliver(anEvent({ type, ...given }))).toEqual({ status: "ignored", reason });
  });

  it.each([
    [null],
    [[]],
    [{}],
    [{ ...anEvent(), created: "now" }],
    [{ ...anEvent(), data: { object: { id: 7 } } }],
    [{ ...anEvent(), data: null }],
  ])("without required fields are ignored, never refused: %j", async (event) => {
    expect(await deliver(event as object)).toEqual({ status: "ignored", reason: "missing_fields" });
  });

  it("that arrive fifty at once make one record and one change", async () => {
    const { workspaceId, plan } = await aPayer();
    const event = anEvent({ workspaceId });
    const payload = JSON.stringify(event);
    const headers = { "stripe-signature": signatureOf(payload) };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(payload, headers)));
    expect(answers.filter(({ json }) => json.status === "accepted")).toHaveLength(1);
    expect(await db().inboundDelivery.count({ where: { externalId: event.id } })).toBe(1);
    await processAll();
    expect(await plan()).toBe("team");
  });
});
