import { Skeleton, UnstyledButton } from "@mantine/core";
import { useParams, usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useProfile, useUpdateProfile } from "@/lib/ui/api/profile";
import { useOpenWorkspace } from "@/lib/ui/api/use-open-workspace";
import { IconArrowRight, IconPlus, IconSelector } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { LazyMenu } from "@/lib/ui/kit/menus/lazy-menu";
import { Link } from "@/lib/ui/kit/pages/link";
import { sectionOf, workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./console-shell.module.css";

const NewWorkspaceDialog = lazyDialog(() => import("@/lib/ui/shell/new-workspace"));

/** Shows the open workspace, and switches to others. */
export function WorkspaceSwitcher() {
  const { list, workspace } = useOpenWorkspace();
  const mayCreate = useProfile().data?.can_create_workspaces ?? false;
  const update = useUpdateProfile();
  const router = useRouter();
  const isInside = useParams().slug !== undefined;
  const section = sectionOf(usePathname());
  const [isCreating, setIsCreating] = useState(false);
  if (list.isPending) return <Skeleton height={20} width={120} radius="sm" />;
  if (!workspace) return null;
  const select = (id: string) => {
    const chosen = list.items?.find((each) => each.id === id);
    // Inside a workspace the address decides which one is open; elsewhere it is the profile's default.
    if (isInside && chosen) router.push(workspacePath(chosen.slug, section));
    else {
      const onError = (error: Error) => notifyFailure("The workspace was not switched", error);
      update.mutate({ current_workspace_id: id }, { onError });
    }
  };
  const showMore = async () => {
    const { error } = await list.fetchNextPage();
    if (error) notifyFailure("We could not load more", error);
  };
  return (
    <>
      <span className={classes.slash} aria-hidden="true" />
      <LazyMenu
        position="bottom-start"
        width={260}
        target={
          <UnstyledButton className={classes.switcher} aria-label={`Workspace ${workspace.name}, switch`}>
            <span className={classes.switcherName}>{workspace.name}</span>
            <IconSelector size={16} stroke={1.75} />
          </UnstyledButton>
        }
      >
        {(Menu) => (
          <>
            <Menu.Label>Workspaces</Menu.Label>
            <div className={classes.menuList}>
              <Menu.RadioGroup value={workspace.id} onChange={select}>
                {list.items?.map(({ id, name }) => (
                  <Menu.RadioItem key={id} value={id} closeMenuOnClick>
                    {name}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              {list.hasNextPage ? (
                <Menu.Item closeMenuOnClick={false} c="dimmed" onClick={() => void showMore()}>
                  Show more
                </Menu.Item>
              ) : null}
            </div>
            {isInside && !mayCreate ? null : <Menu.Divider />}
            {isInside ? null : (
              <Menu.Item
                component={Link}
                href={workspacePath(workspace.slug)}
                leftSection={<IconArrowRight size={16} stroke={1.75} />}
              >
                Open {workspace.name}
              </Menu.Item>
            )}
            {mayCreate ? (
              <Menu.Item
                leftSection={<IconPlus size={16} stroke={1.75} />}
                onClick={() => setIsCreating(true)}
              >
                New workspace
              </Menu.Item>
            ) : null}
          </>
        )}
      </LazyMenu>
      <NewWorkspaceDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </>
  );
}
