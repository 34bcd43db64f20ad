import { OWN_TRACKER } from "@/lib/access/scope/rules";
import type { ApiToken } from "@/lib/ui/account/queries";
import { useWorkspaces } from "@/lib/ui/api/workspaces";
import classes from "./account.module.css";

/** `can_view_crm` → `view crm`. */
function wordsOf(slug: string): string {
  return slug === OWN_TRACKER ? "your own devices and time" : slug.replace(/^can_/, "").replaceAll("_", " ");
}

const FEW = 2;

/** An API token's scope, in a line below its name; a long list of permissions can be unfolded. */
export function TokenScope({ token }: { token: ApiToken }) {
  const workspaces = useWorkspaces();
  const { workspace_id: workspaceId, permissions, is_read_only: isReadOnly } = token;
  const workspace = workspaces.items?.find(({ id }) => id === workspaceId)?.name ?? "one workspace";
  const where = workspaceId === null ? "All workspaces" : `Only ${workspace}`;
  const how = isReadOnly ? " · read-only" : "";
  if (permissions === null) {
    return (
      <>
        {where}
        {isReadOnly ? how : " · everything you may do"}
      </>
    );
  }
  if (permissions.length <= FEW) {
    return (
      <>
        {where}
        {how} · may {permissions.map(wordsOf).join(", ").replace(/^your/, "use your")}
      </>
    );
  }
  return (
    <details className={classes.scope}>
      <summary>
        {where}
        {how} · {permissions.length} permissions
      </summary>
      {permissions.map(wordsOf).join(", ")}
    </details>
  );
}
