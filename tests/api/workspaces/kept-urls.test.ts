import { describe, expect, it } from "vitest";
import * as me from "@/app/api/v1/developers/me/route";
import * as automations from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/route";
import * as sequences from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/route";
import * as webhooks from "@/app/api/v1/workspaces/[workspace_id]/crm/webhooks/route";
import * as forms from "@/app/api/v1/workspaces/[workspace_id]/forms/route";
import * as rows from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/route";
import { db } from "@/lib/platform/database";
import { type Answer, call } from "@/tests/support/call";
import { crmOf } from "@/tests/support/crm-records";
import { formsOf, visit } from "@/tests/support/forms";
import { aTable } from "@/tests/support/tables";

const WRONG = [
  "https://user:pw@example.com/",
  "https://bank.example@example.com/",
  "https://example.com/\r\nSet-Cookie:a=b",
  "https://example.com/a\nb",
  "https://exam\tple.com/",
];
const RIGHT = "https://example.com/@ada?mail=a@b.example#c";

type Keep = (url: string) => Promise<Answer>;

async function everyPlace(): Promise<Record<string, Keep>> {
  const table = await aTable();
  const { workspace_id } = table.at;
  await db().workspace.update({ where: { id: workspace_id }, data: { planId: "enterprise" } });
  const { bearer } = table;
  const crm = crmOf(bearer, workspace_id);
  const made = await crm.attribute("company", { name: "Site", slug: "site", type: "url" });
  if (made.status !== 201) throw new Error(made.text);
  const formId = await formsOf(bearer, workspace_id).make({
    fields: [{ key: "site", label: "Site", type: "url" }],
  });
  const post = (route: { POST: Parameters<typeof call>[0] }, body: object, params: object = {}) =>
    call(route.POST, "POST", { bearer, params: { workspace_id, ...params }, body });
  return {
    "a webhook": (url) => post(webhooks, { url, events: ["*"] }),
    "an automation's request": (url) =>
      post(automations, {
        name: "Rule",
        trigger: { type: "record.created", object: "company" },
        actions: [{ type: "http_request", url }],
      }),
    "a sequence's request": (url) =>
      post(sequences, { name: "Steps", object: "company", steps: [{ type: "http_request", url }] }),
    "a form's redirect": (url) => post(forms, { name: "Contact", redirect_url: url }),
    "a record": (url) => crm.create("company", { name: "Acme", site: url }),
    "a row": (url) => post(rows, { values: { title: "x", site: url } }, { table_id: table.at.table_id }),
    "an answer to a form": (url) => visit.submit(formId, { site: url }),
    "a person's picture": (url) => call(me.PATCH, "PATCH", { bearer, body: { avatar_url: url } }),
  };
}

describe("URLs that are kept", () => {
  it("hold neither credentials nor line breaks, wherever they are given", async () => {
    for (const [place, keep] of Object.entries(await everyPlace())) {
      // Answers to forms are cleaned of line breaks before they are looked at, as all their texts are.
      for (const url of place === "an answer to a form" ? WRONG.slice(0, 2) : WRONG) {
        const answer = await keep(url);
        expect([answer.status, answer.json.issues?.length], `${place}: ${JSON.stringify(url)}`).toEqual([
          422, 1,
        ]);
      }
      const answer = await keep(RIGHT);
      const status = place === "a person's picture" ? 200 : 201;
      expect([place, answer.status, answer.text]).toEqual([place, status, answer.text]);
    }
  });
});
