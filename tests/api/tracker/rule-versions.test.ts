import { describe, expect, it } from "vitest";
import * as ownOne from "@/app/api/v1/tracker/rules/[rule_id]/route";
import * as ownApply from "@/app/api/v1/tracker/rules/apply/route";
import * as ownImport from "@/app/api/v1/tracker/rules/import/route";
import * as ownPreview from "@/app/api/v1/tracker/rules/preview/route";
import * as own from "@/app/api/v1/tracker/rules/route";
import * as one from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/[rule_id]/route";
import * as apply from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/apply/route";
import * as importing from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/import/route";
import * as preview from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/preview/route";
import * as list from "@/app/api/v1/workspaces/[workspace_id]/tracker/rules/route";
import { LIMITS } from "@/lib/limits/table";
import { call } from "@/tests/support/call";
import { aTrackedDevice } from "@/tests/support/factories";
import { asked, createRule, rule, type Tracked } from "@/tests/support/tracker-rules";

describe("If-Match of rules", () => {
  /** The same calls for a workspace's rules, and for one's own. */
  async function both() {
    const [tracked, alone] = [await aTrackedDevice(), await aTrackedDevice()];
    const at = (id?: string) => ({
      workspace_id: tracked.workspace.id,
      ...(id === undefined ? {} : { rule_id: id }),
    });
    const bearer = tracked.developer.jwt;
    return [
      { at, bearer, routes: { list, one, apply, importing } },
      {
        at,
        bearer: alone.developer.jwt,
        routes: { list: own, one: ownOne, apply: ownApply, importing: ownImport },
      },
    ].map(({ at: params, bearer: jwt, routes }) => ({
      routes,
      send: (route: Parameters<typeof call>[0], method: string, tag: string, id?: string, body?: unknown) =>
        call(route, method, {
          bearer: jwt,
          params: params(id),
          headers: { "if-match": tag },
          ...(body === undefined ? {} : { body }),
        }),
      read: () => call(routes.list.GET, "GET", { bearer: jwt, params: params() }),
    }));
  }

  it("lets the first of two change rules, and shows the second the current ones", async () => {
    for (const { routes, send, read } of await both()) {
      expect((await read()).headers.get("etag")).toBe('"0"');
      const first = await send(routes.list.POST, "POST", '"0"', undefined, rule("host", "a.example"));
      expect([first.status, first.headers.get("etag"), first.json.draft_version]).toEqual([201, '"1"', 1]);
      const { id } = first.json;
      const late = [
        await send(routes.list.POST, "POST", '"0"', undefined, rule("host", "b.example")),
        await send(routes.one.PATCH, "PATCH", '"0"', id, { category: "design" }),
        await send(routes.one.DELETE, "DELETE", '"0"', id),
        await send(routes.importing.POST, "POST", '"0"', undefined, { rules: [], mode: "replace" }),
        await send(routes.apply.POST, "POST", '"0"'),
      ];
      const now = await read();
      for (const answer of late) {
        expect(answer.status).toBe(412);
        expect(answer.json).toEqual({ detail: expect.stringContaining("Someone else"), ...now.json });
      }
      expect(now.json).toMatchObject({ version: 0, draft_version: 1, rules: [{ id, value: "a.example" }] });

      const same = await send(routes.one.PATCH, "PATCH", '"1"', id, { position: 0 });
      expect([same.status, same.headers.get("etag")]).toEqual([200, '"1"']);
      const changed = await send(routes.one.PATCH, "PATCH", '"1"', id, { category: "design" });
      expect(changed.headers.get("etag")).toBe('"2"');
      const file = { rules: [rule("host", "b.example")] };
      const imported = await send(routes.importing.POST, "POST", '"2"', undefined, file);
      expect([imported.status, imported.headers.get("etag")]).toEqual([200, '"3"']);
      const applied = await send(routes.apply.POST, "POST", '"3"');
      expect([applied.status, applied.headers.get("etag"), applied.json.version]).toEqual([200, '"3"', 1]);
      expect((await send(routes.one.DELETE, "DELETE", "*", id)).status).toBe(204);
      expect((await read()).json).toMatchObject({
        is_changed: true,
        draft_version: 4,
        rules: [{ value: "b.example" }],
        in_force: [{ value: "a.example", category: "design" }, { value: "b.example" }],
      });
    }
  });

  it("lets one of ten callers with the same version add a rule", async () => {
    for (const { routes, send, read } of await both()) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          send(routes.list.POST, "POST", '"0"', undefined, rule("host", `h${n}.example`)),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(412)]);
      expect((await read()).json.rules).toHaveLength(1);
    }
  });

  it("is optional: without it, and with any version, changes are accepted", async () => {
    const tracked = await aTrackedDevice();
    const { id } = await createRule(tracked, rule("host", "a.example"));
    const changed = await call(one.PATCH, "PATCH", asked(tracked, { category: "design" }, { rule_id: id }));
    expect(changed.status).toBe(200);
    const malformed = await call(apply.POST, "POST", { ...asked(tracked), headers: { "if-match": "1" } });
    expect([malformed.status, malformed.json.detail]).toEqual([400, expect.stringContaining("ETag")]);
  });
});

describe("rules that were deleted and written again", () => {
  it("equal the ones in force, whatever their ids", async () => {
    const tracked = await aTrackedDevice();
    const { id, ...given } = await createRule(tracked, rule("host", "a.example"));
    await createRule(tracked, rule("host", "b.example"));
    await call(apply.POST, "POST", asked(tracked));
    await call(one.DELETE, "DELETE", asked(tracked, undefined, { rule_id: id }));
    expect((await call(list.GET, "GET", asked(tracked))).json.is_changed).toBe(true);
    const { kind, value, category } = given;
    await createRule(tracked, { kind, value, category, position: 0 });
    expect((await call(list.GET, "GET", asked(tracked))).json.is_changed).toBe(false);
    expect((await call(apply.POST, "POST", asked(tracked))).json.version).toBe(1);
  });
});

describe("how often rules are previewed, put in force and imported", () => {
  it.each([
    ["tracker_rule_previews_per_developer", preview.POST, ownPreview.POST, {}],
    ["tracker_rule_applies_per_owner", apply.POST, ownApply.POST, undefined],
    ["tracker_rule_imports_per_owner", importing.POST, ownImport.POST, { rules: [] }],
  ] as const)("is limited: %s", { timeout: 60_000 }, async (limit, ofWorkspace, ofPerson, body) => {
    const [tracked, other] = [await aTrackedDevice(), await aTrackedDevice()];
    const send = (who: Tracked, route: typeof ofWorkspace | typeof ofPerson) =>
      call(route, "POST", asked(who, body));
    const { countMax } = LIMITS[limit];
    for (let n = 0; n < countMax; n++) expect((await send(tracked, ofWorkspace)).status).toBe(200);
    const refused = await send(tracked, ofWorkspace);
    expect([refused.status, refused.json.detail]).toEqual([
      429,
      expect.stringContaining(`at most ${countMax}`),
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    // Previews count by who asks; the others by whose rules they are.
    const isByPerson = limit === "tracker_rule_previews_per_developer";
    expect((await send(tracked, ofPerson)).status).toBe(isByPerson ? 429 : 200);
    for (const route of [ofWorkspace, ofPerson]) expect((await send(other, route)).status).toBe(200);
  });
});
