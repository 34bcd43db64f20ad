import { randomUUID } from "node:crypto";
import definitions from "@octokit/webhooks-examples";
import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/database";
import { deliver, processAll, WEBHOOK_SECRET } from "@/tests/support/code-host-webhooks";

process.env.CODE_HOST_WEBHOOK_SECRET = WEBHOOK_SECRET;
process.env.WEBHOOKS_REQUIRE_SIGNATURE = "true";

const HANDLED = [
  "ping",
  "push",
  "pull_request",
  "pull_request_review",
  "issues",
  "installation",
  "repository",
];

const EXAMPLES = definitions.flatMap(({ name, examples }) =>
  examples.map((payload, index) => ({ name, payload, title: `${name} ${index + 1}` })),
);

describe("the public example payloads of the code host", () => {
  it("are many, and cover every handled event", () => {
    expect(EXAMPLES.length).toBeGreaterThan(250);
    expect(EXAMPLES.map(({ name }) => name)).toEqual(expect.arrayContaining(HANDLED));
  });

  it.each(EXAMPLES)(
    "$title: 200, accepted or ignored with a reason, and a replay changes nothing",
    async ({ name, payload }) => {
      const delivery = randomUUID();
      const first = await deliver(name, payload, { delivery });
      expect(first.status).toBe(200);
      expect(first.json).toEqual(
        HANDLED.includes(name) ? { status: "accepted" } : { status: "ignored", reason: "unsupported_event" },
      );
      const before = await db().inboundDelivery.findMany({ where: { externalId: delivery } });
      expect(before).toMatchObject([{ provider: "code_host", verification: "verified" }]);
      const second = await deliver(name, payload, { delivery });
      expect(second.status).toBe(200);
      expect(second.json).toEqual({ status: "ignored", reason: "duplicate_delivery" });
      expect(await db().inboundDelivery.findMany({ where: { externalId: delivery } })).toEqual(before);
      await processAll();
      const [after] = await db().inboundDelivery.findMany({ where: { externalId: delivery } });
      expect(after?.status).toBe(HANDLED.includes(name) ? "processed" : "ignored");
    },
  );
});
