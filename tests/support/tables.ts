import * as publicUnlock from "@/app/api/v1/public/tables/[share_link]/unlock/route";
import * as row from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/[row_id]/route";
import * as rows from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/rows/route";
import * as links from "@/app/api/v1/workspaces/[workspace_id]/tables/[table_id]/share-links/route";
import * as tables from "@/app/api/v1/workspaces/[workspace_id]/tables/route";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

type Values = Record<string, unknown>;

const STAGES = [
  { value: "open", label: "Open" },
  { value: "won", label: "Won" },
];

/** A column of every type. */
export const COLUMNS = [
  { key: "title", name: "Title", type: "text" },
  { key: "amount", name: "Amount", type: "number" },
  { key: "fee", name: "Fee", type: "currency", currency_code: "EUR" },
  { key: "done", name: "Done", type: "checkbox" },
  { key: "due", name: "Due", type: "date" },
  { key: "stage", name: "Stage", type: "select", options: STAGES },
  { key: "tags", name: "Tags", type: "multi_select", options: STAGES },
  { key: "email", name: "Email", type: "email" },
  { key: "site", name: "Site", type: "url" },
];

/** A table of a new workspace, as its owner works with it. */
export async function aTable(columns: readonly object[] = COLUMNS) {
  const owner = await aDeveloper();
  const workspace = await aWorkspace(owner);
  const answer = await call(tables.POST, "POST", {
    bearer: owner.jwt,
    params: { workspace_id: workspace.id },
    body: { name: "Orders", columns },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  const at = { workspace_id: workspace.id, table_id: answer.json.id as string };
  const { jwt: bearer } = owner;
  return {
    owner,
    bearer,
    at,
    /** Adds a row that must be taken. */
    add: async (values: Values): Promise<{ id: string; row_version: number; values: Values }> => {
      const added = await call(rows.POST, "POST", { bearer, params: at, body: { values } });
      if (added.status !== 201) throw new Error(added.text);
      return added.json;
    },
    list: (query: Record<string, string> = {}) => call(rows.GET, "GET", { bearer, params: at, query }),
    update: (id: string, body: object, headers: Record<string, string> = {}) =>
      call(row.PATCH, "PATCH", { bearer, params: { ...at, row_id: id }, body, headers }),
    get: (id: string) => call(row.GET, "GET", { bearer, params: { ...at, row_id: id } }),
    /** Makes a share link that must be taken. */
    share: async (body: object): Promise<{ id: string; token: string; url: string }> => {
      const made = await call(links.POST, "POST", { bearer, params: at, body });
      if (made.status !== 201) throw new Error(made.text);
      return made.json;
    },
  };
}

/** A ticket for a share link's password. */
export async function aTicket(token: string, password: string): Promise<string> {
  const answer = await call(publicUnlock.POST, "POST", { params: { share_link: token }, body: { password } });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.ticket;
}
