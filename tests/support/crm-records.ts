import * as attributes from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/attributes/route";
import * as record from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/[record_id]/route";
import * as records from "@/app/api/v1/workspaces/[workspace_id]/crm/objects/[object_slug]/records/route";
import { type Answer, call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

type Values = Record<string, unknown>;

/** A workspace's CRM as its owner works with it. */
export async function aCrm() {
  const ada = await aDeveloper();
  const workspace = await aWorkspace(ada);
  return crmOf(ada.jwt, workspace.id);
}

export type Crm = ReturnType<typeof crmOf>;

/** A workspace's CRM as the bearer works with it. */
export function crmOf(bearer: string, workspaceId: string) {
  const at = (object: string) => ({ workspace_id: workspaceId, object_slug: object });
  const crm = {
    bearer,
    workspaceId,
    at,
    create: (object: string, values: Values): Promise<Answer> =>
      call(records.POST, "POST", { bearer, params: at(object), body: { values } }),
    /** Creates a record that must succeed; its id. */
    make: async (object: string, values: Values): Promise<string> => {
      const answer = await crm.create(object, values);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json.id;
    },
    update: (object: string, id: string, values: Values): Promise<Answer> =>
      call(record.PATCH, "PATCH", { bearer, params: { ...at(object), record_id: id }, body: { values } }),
    remove: (object: string, id: string): Promise<Answer> =>
      call(record.DELETE, "DELETE", { bearer, params: { ...at(object), record_id: id } }),
    get: (object: string, id: string, query: Record<string, string> = {}): Promise<Answer> =>
      call(record.GET, "GET", { bearer, params: { ...at(object), record_id: id }, query }),
    list: (object: string, query: Record<string, string> = {}): Promise<Answer> =>
      call(records.GET, "GET", { bearer, params: at(object), query }),
    attribute: (object: string, body: object): Promise<Answer> =>
      call(attributes.POST, "POST", { bearer, params: at(object), body }),
  };
  return crm;
}
