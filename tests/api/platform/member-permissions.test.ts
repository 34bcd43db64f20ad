import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { APPS, CATALOG, TEMPLATES } from "@/lib/access/catalog";
import { decide } from "@/lib/access/rules";
import { findPermissions, listMemberships } from "@/lib/access/store";
import { db } from "@/lib/platform/database";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

const SLUGS = CATALOG.map(({ slug }) => slug);
const template = fc.constantFrom(...TEMPLATES.map(({ slug }) => slug));
const some = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names), fc.boolean(), { maxKeys: 8 });

const role = fc.record({
  storedPermissions: fc.subarray([...SLUGS, "not_a_permission"]),
  templatePermissions: fc.subarray([...SLUGS, "not_a_permission"]),
  basedOnTemplate: fc.option(template),
  isSystem: fc.boolean(),
});

const member = fc.record({
  status: fc.constantFrom("active", "active", "suspended"),
  legacyRole: fc.oneof(template, fc.constant("made-up")),
  role: fc.option(role),
  permissionOverrides: some([...SLUGS, "not_a_permission"]),
  appPermissions: some([...APPS.map(({ slug }) => slug as string), "not_an_app"]),
});

const MEMBERS = 400;

it("SQL and code agree on a member's permissions, whatever the role, the overrides and the apps", async () => {
  const { id: workspaceId } = await aWorkspace(await aDeveloper());
  const members = fc.sample(member, MEMBERS).map((given) => ({ id: randomUUID(), ...given }));
  const named = { name: "r", priority: 20 };
  await db().developer.createMany({
    data: members.map(({ id }) => ({ id, name: "x", email: `${id}@example.com` })),
  });
  await db().customRole.createMany({
    data: members.flatMap(({ id, role }) => (role ? [{ id, workspaceId, slug: id, ...named, ...role }] : [])),
  });
  await db().workspaceMember.createMany({
    data: members.map(({ id, legacyRole, role, ...rest }) => ({
      ...{ ...rest, workspaceId, developerId: id, role: legacyRole },
      customRoleId: role ? id : null,
    })),
  });
  const memberships = new Map(
    (await listMemberships(db(), workspaceId)).map(({ id, membership }) => [id, membership]),
  );
  const ids = members.map(({ id }) => id);
  const found = await findPermissions(db(), workspaceId, ids, SLUGS);
  let granted = 0;
  for (const { id, ...given } of members) {
    const membership = memberships.get(id);
    const decided = membership ? [...decide(membership)] : [];
    expect([...(found.get(id)?.permissions ?? [])].sort(), JSON.stringify(given)).toEqual(decided.sort());
    granted += decided.length;
  }
  expect(granted).toBeGreaterThan(MEMBERS);
  await db().workspace.update({ where: { id: workspaceId }, data: { isActive: false } });
  const inactive = await findPermissions(db(), workspaceId, ids, SLUGS);
  expect([...inactive.values()].filter(({ permissions }) => permissions.size > 0)).toEqual([]);
});

it("a deactivated developer and a non-member have no permissions, and an unknown id is not in the answer", async () => {
  const ada = await aDeveloper();
  const workspace = await aWorkspace(ada);
  const stranger = await aDeveloper();
  const ids = [ada.id, stranger.id, randomUUID()];
  const before = await findPermissions(db(), workspace.id, ids, SLUGS);
  expect(ids.map((id) => before.get(id)?.permissions.size)).toEqual([SLUGS.length, 0, undefined]);
  await db().developer.update({ where: { id: ada.id }, data: { isActive: false } });
  const after = await findPermissions(db(), workspace.id, ids, SLUGS);
  expect(after.get(ada.id)?.permissions.size).toBe(0);
});
