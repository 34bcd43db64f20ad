import { expect, it } from "vitest";
import { sweepAuthFlows } from "@/lib/identity/jobs";
import { insertAuthFlow } from "@/lib/identity/store";
import { db } from "@/lib/platform/database";

it("sign-in flows are deleted a day after they expired, and no sooner", async () => {
  const now = new Date("2026-03-02T12:00:00Z");
  const flow = (stateHash: string, expiresAt: string) =>
    insertAuthFlow({
      stateHash,
      provider: "suite_a",
      purpose: "login",
      port: null,
      client: null,
      createdAt: now,
      expiresAt: new Date(expiresAt),
    });
  await flow("old", "2026-03-01T11:59:59Z");
  await flow("late", "2026-03-01T12:00:00Z");
  await flow("under way", "2026-03-02T12:05:00Z");
  await sweepAuthFlows.handler({}, { now });
  const left = await db().authFlow.findMany({ select: { stateHash: true }, orderBy: { expiresAt: "asc" } });
  expect(left.map(({ stateHash }) => stateHash)).toEqual(["late", "under way"]);
});
