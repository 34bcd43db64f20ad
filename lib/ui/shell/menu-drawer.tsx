import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { WorkspaceMenu } from "@/lib/ui/shell/workspace-menu";

/** All pages of the workspace, on a phone. Choosing one replaces the menu's entry in the browser's history. */
export default function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { workspace } = useWorkspace();
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={workspace.name} size="20rem">
      <WorkspaceMenu isReplacing />
    </SideDrawer>
  );
}
