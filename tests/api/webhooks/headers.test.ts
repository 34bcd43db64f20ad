import { describe, expect, it } from "vitest";
import { PATCH as update } from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/[webhook_id]/route";
import { db } from "@/lib/platform/database";
import { deliver } from "@/lib/webhooks/deliver";
import { call } from "@/tests/support/call";
import { aSubscriber } from "@/tests/support/delivery-guarantees";
import { aMember } from "@/tests/support/factories";
import { aSubscribedWorkspace, aWebhook, deliveriesOf, emitCommitted } from "@/tests/support/webhooks";

const SECRET = "Bearer SUPERSECRET";

async function aWebhookWithSecret(url: string) {
  const at = await aSubscribedWorkspace();
  const { id } = await aWebhook(at, url, { headers: { Authorization: SECRET } });
  const params = { workspace_id: at.workspaceId, webhook_id: id };
  const change = (body: object) => call(update, "PATCH", { bearer: at.owner.jwt, params, body });
  return { ...at, id, params, change };
}

describe("the stored headers of a webhook", () => {
  it.each([
    ["another host", "https://evil.example/hook"],
    ["another port", "https://example.com:8443/hook"],
    ["another protocol", "http://example.com/hook"],
    ["a subdomain", "https://a.example.com/hook"],
  ])("are removed if its address moves to %s, and the response says so", async (_, url) => {
    const { change, id } = await aWebhookWithSecret("https://example.com/hook");
    const answer = await change({ url });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ url, header_names: [], dropped_header_names: ["authorization"] });
    const row = await db().webhook.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ headersEncrypted: null, headerNames: [] });
    const back = await change({ url: "https://example.com/hook" });
    expect(back.json).toMatchObject({ header_names: [], dropped_header_names: [] });
  });

  it("stay for another path of the same origin, and for all other changes", async () => {
    const { change } = await aWebhookWithSecret("https://example.com/hook");
    for (const body of [
      { url: "https://EXAMPLE.com:443/elsewhere?x=1" },
      { name: "Renamed" },
      { events: ["record.created"] },
      { is_active: false },
    ]) {
      const { json } = await change(body);
      expect(json).toMatchObject({ header_names: ["authorization"], dropped_header_names: [] });
    }
  });

  it("are replaced by those given with the new address", async () => {
    const { change } = await aWebhookWithSecret("https://example.com/hook");
    const { json } = await change({ url: "https://example.org/hook", headers: { "X-Key": "new" } });
    expect(json).toMatchObject({ header_names: ["x-key"], dropped_header_names: [] });
  });

  it("never reach the server of a member who changes the address to it", async () => {
    const [theirs, mallorys] = [await aSubscriber(), await aSubscriber()];
    const { id, params, workspaceId } = await aWebhookWithSecret(theirs.url);
    const mallory = await aMember(workspaceId, "admin");
    const moved = await call(update, "PATCH", { bearer: mallory.jwt, params, body: { url: mallorys.url } });
    expect(moved.status).toBe(200);
    await emitCommitted(workspaceId, [{}]);
    const [delivery] = await deliveriesOf(id);
    if (!delivery) throw new Error("nothing was emitted");
    await deliver({ delivery_id: delivery.id, webhook_id: id, round: 0 });
    expect(mallorys.received).toHaveLength(1);
    expect(JSON.stringify(mallorys.received.map(({ headers }) => headers))).not.toContain("SUPERSECRET");
    expect(theirs.received).toEqual([]);
  });
});
