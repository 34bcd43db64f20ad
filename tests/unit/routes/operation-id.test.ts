import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operationIdOf } from "@/lib/routes/operation-id";
import { pageOf } from "@/lib/routes/route";

const W = "/workspaces/{workspace_id}";
const list = { summary: "", response: pageOf(z.object({})) };

describe("an operation's id", () => {
  it.each([
    ["GET", `${W}/crm/objects/{object_slug}/records`, list, "crm.records.list"],
    ["GET", `${W}/crm/objects/{object_slug}/records/{record_id}`, { summary: "" }, "crm.records.get"],
    ["GET", `${W}/crm/objects/{object_slug}/records/export`, { summary: "" }, "crm.records.export"],
    ["GET", `${W}/crm/objects/{object_slug}`, { summary: "" }, "crm.objects.get"],
    ["POST", `${W}/teams`, { summary: "", status: 201 }, "teams.create"],
    ["POST", `${W}/teams/{team_id}/sync`, { summary: "" }, "teams.sync"],
    ["PATCH", "/developers/me/api-tokens/{token_id}", { summary: "" }, "me.apiTokens.update"],
    ["DELETE", W, { summary: "" }, "workspaces.delete"],
    ["POST", "/tracker/devices:enroll", { summary: "", status: 201 }, "tracker.devices.enroll"],
    ["PATCH", `${W}/rows`, { summary: "", operationId: "rows.writeMany" }, "rows.writeMany"],
  ] as const)("of %s %s is made of its path and of what it does", (method, path, declaration, id) => {
    expect(operationIdOf(method, path, declaration)).toBe(id);
  });
});
