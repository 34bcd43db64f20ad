import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/ui/api/client";
import { notifyFailure } from "@/lib/ui/api/failure";
import { keyOf, useList, useRefresh } from "@/lib/ui/api/resource-queries";
import type { Workspace } from "@/lib/ui/api/workspaces";
import { IconPower } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { ShowMore } from "@/lib/ui/kit/lists/list-states";
import rows from "@/lib/ui/kit/lists/rows.module.css";

function WorkspaceRow({ workspace }: { workspace: Workspace }) {
  const refresh = useRefresh(keyOf("/workspaces"));
  const restore = useMutation({
    mutationFn: () =>
      api.patch("/workspaces/{workspace_id}", {
        params: { workspace_id: workspace.id },
        body: { is_active: true },
      }),
    onSuccess: async () => {
      await refresh();
      notifications.show({ color: "pine", message: `${workspace.name} is back, with everything in it.` });
    },
    onError: (error) => notifyFailure(`${workspace.name} stays switched off`, error),
  });
  return (
    <li className={rows.row}>
      <span className={rows.tile}>
        <IconPower size={16} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>{workspace.name}</p>
        <p className={rows.detail}>{workspace.slug}</p>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={`Bring back ${workspace.name}`}
        loading={restore.isPending}
        onClick={() => restore.mutate()}
      >
        Bring back
      </Button>
    </li>
  );
}

/** The reader's own workspaces that are deactivated, if any; only they can reactivate them. */
export function InactiveWorkspaces() {
  const list = useList("/workspaces", { query: { is_active: false } });
  if (!list.items?.length) return null;
  return (
    <Card
      id="inactive"
      title="Switched off"
      note="Workspaces of yours that nobody can open until you bring them back"
    >
      <ul className={rows.rows}>
        {list.items.map((workspace) => (
          <WorkspaceRow key={workspace.id} workspace={workspace} />
        ))}
      </ul>
      <ShowMore list={list} />
    </Card>
  );
}
