import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { PATCH as update } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route";
import { GET as inbox } from "@/app/api/v1/workspaces/[workspace_id]/notifications/route";
import { startEmbeddedEngine } from "@/lib/jobs/embedded";
import { mailNotification } from "@/lib/notifications/jobs";
import { db } from "@/lib/platform/database";
import { DAY_MS, HOUR_MS } from "@/lib/platform/limits";
import { deliverWebhook, wakeWebhookDeliveries } from "@/lib/webhooks/jobs";
import { NOTICES_EACH_MAX } from "@/lib/webhooks/limits";
import { notifyOfFailingWebhooks } from "@/lib/webhooks/notices/jobs";
import { call } from "@/tests/support/call";
import { aMember } from "@/tests/support/factories";
import { Subscriber } from "@/tests/support/subscriber";
import { aSubscribedWorkspace, aWebhook, deliveriesOf, emitCommitted } from "@/tests/support/webhooks";

process.env.WEBHOOK_RETRY_INITIAL_SECONDS = "0.2";
const WAIT = { timeout: 90_000, interval: 50 };

/* Mails as a server receives them, by the address they went to. */
const mails: { to: string; message: string }[] = [];
let server: SMTPServer;

beforeAll(async () => {
  server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const message = Buffer.concat(chunks).toString("utf8").replace(/=\r\n/g, "");
        for (const { address } of envelope.rcptTo) mails.push({ to: address, message });
        done();
      });
    },
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  process.env.SMTP_URL = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  process.env.MAIL_FROM = "service@example.com";
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** A workspace whose owner manages webhooks, as one more does; a third only sees them, and a fourth has left. */
async function aPlace() {
  const at = await aSubscribedWorkspace();
  const { owner, workspaceId } = at;
  const [manager, onlooker, gone] = [
    await aMember(workspaceId, "viewer"),
    await aMember(workspaceId, "viewer"),
    await aMember(workspaceId, "admin"),
  ];
  const change = (developerId: string, data: object) =>
    db().workspaceMember.updateMany({ where: { workspaceId, developerId }, data });
  await change(manager.id, { permissionOverrides: { can_manage_webhooks: true } });
  await change(onlooker.id, { permissionOverrides: { can_view_webhooks: true } });
  await change(gone.id, { status: "suspended" });
  const workspace = await db().workspace.findUniqueOrThrow({ where: { id: workspaceId } });
  const told = async () => {
    const rows = await db().notification.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } });
    const managers = new Set([owner.id, manager.id]);
    expect(rows.filter(({ developerId }) => !managers.has(developerId))).toEqual([]);
    const of = (id: string) => rows.filter(({ developerId }) => developerId === id);
    const shown = of(owner.id).map(({ title, body, link }) => ({ title, body, link }));
    expect(of(manager.id).map(({ title, body, link }) => ({ title, body, link }))).toEqual(shown);
    return shown;
  };
  return { ...at, manager, told, path: `/w/${workspace.slug}/webhooks` };
}

const sweep = (now = new Date()) => notifyOfFailingWebhooks.handler({}, { now });

describe("a webhook that began to fail before its workspace was switched off", () => {
  it("is told of once the workspace is back", async () => {
    const place = await aPlace();
    const { id } = await aWebhook(place, "https://example.com/hook");
    const failingSince = new Date(Date.now() - 2 * HOUR_MS);
    await db().webhook.update({ where: { id }, data: { failingSince } });
    const turn = (isActive: boolean) =>
      db().workspace.update({ where: { id: place.workspaceId }, data: { isActive } });
    await turn(false);
    await sweep();
    await turn(true);
    await sweep();
    expect(await place.told()).toHaveLength(1);
  });
});

describe("a webhook that the service switches off", () => {
  it("causes one notification and mail with a link to all who manage webhooks, and to nobody else", async () => {
    const place = await aPlace();
    const subscriber = new Subscriber((response) => response.writeHead(410).end());
    const webhook = await aWebhook(place, await subscriber.listen(), { name: "Billing" });
    onTestFinished(() => subscriber.close());
    const engines = [
      await startEmbeddedEngine([deliverWebhook, wakeWebhookDeliveries, mailNotification]),
      await startEmbeddedEngine([deliverWebhook, wakeWebhookDeliveries, mailNotification]),
    ];
    for (const { stop } of engines) onTestFinished(stop);
    await emitCommitted(place.workspaceId, [{}, {}, {}, {}]);
    await vi.waitFor(async () => {
      const statuses = (await deliveriesOf(webhook.id)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set(["failed"]));
    }, WAIT);
    const link = `${place.path}/${webhook.id}`;
    await vi.waitFor(async () => expect(await place.told()).toHaveLength(1), WAIT);
    const [notice] = await place.told();
    expect(notice).toMatchObject({ title: "The webhook Billing was switched off", link });
    expect(notice?.body).toContain("410 Gone");
    const addresses = [place.owner.email, place.manager.email].toSorted();
    const mine = () => mails.filter(({ message }) => message.includes(`http://localhost:3000${link}`));
    await vi.waitFor(
      () =>
        expect(
          mine()
            .map(({ to }) => to)
            .toSorted(),
        ).toEqual(addresses),
      WAIT,
    );
  }, 300_000);

  it("is told no longer to those who manage no webhooks any more, neither in the console nor by mail", async () => {
    const place = await aPlace();
    const webhook = await aWebhook(place, "https://a.example", { name: "Billing" });
    await db().webhook.update({
      where: { id: webhook.id },
      data: { failingSince: new Date(Date.now() - 2 * HOUR_MS) },
    });
    await sweep();
    const told = await db().notification.findMany({ where: { workspaceId: place.workspaceId } });
    expect(told).toHaveLength(2);
    await db().workspaceMember.updateMany({
      where: { workspaceId: place.workspaceId, developerId: place.manager.id },
      data: { permissionOverrides: { can_view_webhooks: true } },
    });
    for (const { id } of told) await mailNotification.handler({ notification_id: id }, { now: new Date() });
    const mailed = [place.owner, place.manager].map(
      ({ email }) => mails.filter(({ to, message }) => to === email && message.includes(webhook.id)).length,
    );
    expect(mailed).toEqual([1, 0]);
    const inboxOf = (bearer: string) =>
      call(inbox, "GET", { bearer, params: { workspace_id: place.workspaceId } });
    expect((await inboxOf(place.manager.jwt)).json).toEqual([]);
    expect((await inboxOf(place.owner.jwt)).json).toHaveLength(1);
  });

  it("is explained by five days of failures, and causes no notice if a person switches it off", async () => {
    const place = await aPlace();
    const subscriber = new Subscriber((response) => response.writeHead(500).end());
    const webhook = await aWebhook(place, await subscriber.listen());
    onTestFinished(() => subscriber.close());
    const params = { workspace_id: place.workspaceId, webhook_id: webhook.id };
    for (const is_active of [false, true])
      await call(update, "PATCH", { bearer: place.owner.jwt, params, body: { is_active } });
    const failingSince = new Date(Date.now() - 5 * DAY_MS);
    await db().webhook.update({ where: { id: webhook.id }, data: { failingSince } });
    await emitCommitted(place.workspaceId, [{}]);
    // Its next attempt is its last.
    await db().webhookDelivery.updateMany({
      where: { webhookId: webhook.id },
      data: { roundAttempts: 5, attemptNumber: 5 },
    });
    const engine = await startEmbeddedEngine([deliverWebhook, wakeWebhookDeliveries]);
    onTestFinished(engine.stop);
    await vi.waitFor(async () => expect(await place.told()).toHaveLength(1), WAIT);
    const [notice] = await place.told();
    expect(notice?.title).toBe(`The webhook ${new URL(subscriber.url).host} was switched off`);
    expect(notice?.body).toContain("Every attempt of 5 days failed");
  }, 300_000);
});

describe("a webhook that fails for an hour", () => {
  async function failing(name: string, since: Date) {
    const place = await aPlace();
    const webhook = await aWebhook(place, "https://example.com/secret-path", { name });
    const set = (data: object) => db().webhook.update({ where: { id: webhook.id }, data });
    await set({ failingSince: since });
    return { ...place, webhook, set };
  }

  it("causes one notice per series of failures, by two workers at a time and repeatedly", async () => {
    const now = new Date();
    const since = new Date(now.getTime() - HOUR_MS);
    const { told, webhook, path, set } = await failing("Billing", since);
    await sweep(new Date(now.getTime() - 1));
    expect(await told()).toEqual([]);
    await Promise.all([sweep(now), sweep(now), sweep(now)]);
    await sweep(new Date(now.getTime() + DAY_MS));
    expect(await told()).toMatchObject([
      { title: "The webhook Billing has been failing for an hour", link: `${path}/${webhook.id}` },
    ]);
    expect((await told())[0]?.body).toContain(`${since.toISOString().slice(0, 16).replace("T", " ")} UTC`);
    // It worked for a moment, which nobody saw, and has been failing for an hour again.
    await set({ failingSince: new Date(now.getTime() + HOUR_MS) });
    await sweep(new Date(now.getTime() + HOUR_MS));
    expect(await told()).toHaveLength(1);
    await sweep(new Date(now.getTime() + 2 * HOUR_MS));
    expect(await told()).toHaveLength(2);
  });

  it("causes one notice when it works again, if there was one about failures", async () => {
    const now = new Date();
    const { told, webhook, path, set } = await failing("", new Date(now.getTime() - 2 * HOUR_MS));
    const other = await failing("Flaky", new Date(now.getTime() - HOUR_MS / 2));
    await sweep(now);
    await set({ failingSince: null });
    await other.set({ failingSince: null });
    const later = new Date(now.getTime() + 60_000);
    await Promise.all([sweep(later), sweep(later)]);
    await sweep(later);
    expect(await told()).toMatchObject([
      { title: "The webhook example.com has been failing for an hour" },
      { title: "The webhook example.com works again", link: `${path}/${webhook.id}` },
    ]);
    expect(await other.told()).toEqual([]);
  });

  it("causes no notice of working again if a person switched it off and on", async () => {
    const now = new Date();
    const { told, webhook, workspaceId, owner } = await failing("Billing", new Date(now.getTime() - HOUR_MS));
    await sweep(now);
    const params = { workspace_id: workspaceId, webhook_id: webhook.id };
    for (const is_active of [false, true]) {
      await call(update, "PATCH", { bearer: owner.jwt, params, body: { is_active } });
      await sweep(now);
    }
    expect(await told()).toHaveLength(1);
  });

  it("shares one notice with many others of its workspace", async () => {
    const now = new Date();
    const { told, path, webhook: _, ...place } = await failing("Number 0", new Date(now.getTime() - HOUR_MS));
    for (let n = 1; n <= NOTICES_EACH_MAX; n++) {
      const { id } = await aWebhook(place, "https://example.com/", { name: `Number ${n}` });
      await db().webhook.update({ where: { id }, data: { failingSince: new Date(0) } });
    }
    await sweep(now);
    const title = `${NOTICES_EACH_MAX + 1} webhooks have been failing for an hour`;
    expect(await told()).toMatchObject([{ title, link: path }]);
    for (let n = 0; n <= NOTICES_EACH_MAX; n++) expect((await told())[0]?.body).toContain(`- Number ${n}\n`);
  });
});
