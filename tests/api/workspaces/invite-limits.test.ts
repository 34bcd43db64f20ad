import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { authorise } from "@/lib/access/authorise";
import { LIMITS } from "@/lib/limits/table";
import { HOUR_MS } from "@/lib/platform/limits";
import { checkInviteLimits } from "@/lib/workspaces/invites/check-invitee";
import { aDeveloper, aMember, anActor, aWorkspace } from "@/tests/support/factories";

async function anOffice() {
  const owner = await aDeveloper();
  const { id } = await aWorkspace(owner);
  const scopeOf = (developerId: string) => authorise(anActor(developerId), id);
  return { id, owner, scopeOf };
}

const anEmail = () => `${randomUUID()}@example.com`;

it("one person may send 500 invites a day, however they spread them", async () => {
  const { owner, scopeOf } = await anOffice();
  const scope = await scopeOf(owner.id);
  const begun = Date.now();
  const daily = LIMITS.invites_per_developer_daily.countMax;
  for (let sent = 0; sent < daily; sent++) {
    await checkInviteLimits(scope, anEmail(), new Date(begun + Math.floor(sent / 100) * HOUR_MS));
  }
  await expect(checkInviteLimits(scope, anEmail(), new Date(begun + 20 * HOUR_MS))).rejects.toMatchObject({
    code: "too_many_requests",
    message: "Too many invites from you: at most 500 in a day.",
    retryAfterS: 4 * 3600,
  });
  await checkInviteLimits(scope, anEmail(), new Date(begun + 24 * HOUR_MS));
});

it("a workspace may send 1,000 a day, however many people send them", async () => {
  const { id, owner, scopeOf } = await anOffice();
  const people = [owner.id];
  for (let n = 0; n < 5; n++) people.push((await aMember(id, "admin")).id);
  const scopes = await Promise.all(people.map(scopeOf));
  const now = new Date();
  const [last, ...others] = scopes;
  for (const scope of others) {
    for (let sent = 0; sent < 200; sent++) await checkInviteLimits(scope, anEmail(), now);
  }
  if (!last) throw new Error("somebody is left");
  await expect(checkInviteLimits(last, anEmail(), now)).rejects.toMatchObject({
    message: "Too many invites to this workspace: at most 1000 in a day.",
  });
});

it("one person may send 200 invites an hour, and one address gets 20 a day, however they are spread", async () => {
  const { owner, scopeOf } = await anOffice();
  const scope = await scopeOf(owner.id);
  const now = Date.now();
  const hourly = LIMITS.invites_per_developer.countMax;
  for (let sent = 0; sent < hourly; sent++) await checkInviteLimits(scope, anEmail(), new Date(now));
  await expect(checkInviteLimits(scope, anEmail(), new Date(now))).rejects.toMatchObject({
    message: "Too many invites from you: at most 200 in an hour.",
  });
  const email = anEmail();
  const invite = async (hour: number) => {
    const other = await anOffice();
    await checkInviteLimits(await other.scopeOf(other.owner.id), email, new Date(now + hour * HOUR_MS));
  };
  for (let sent = 0; sent < LIMITS.invites_per_address_daily.countMax; sent++) await invite(sent);
  await expect(invite(20)).rejects.toMatchObject({
    message: "Too many invites to this address: at most 20 in a day.",
  });
});
