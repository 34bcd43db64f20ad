"use client";

import { useRouter } from "next/navigation";
import { useCreateWorkspace, type Workspace } from "@/lib/ui/api/workspaces";
import { Dialog } from "@/lib/ui/kit/dialog";
import { NameForm } from "@/lib/ui/kit/name-form";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { WORKSPACE_NAME_CHARS_MAX } from "@/lib/workspaces/limits";

type FormProps = { onDone?: (workspace: Workspace) => void; onCancel?: () => void; hasAutoFocus?: boolean };

/** Asks for a name and creates the workspace. */
export function NewWorkspaceForm({ onDone, onCancel, hasAutoFocus = false }: FormProps) {
  const create = useCreateWorkspace();
  return (
    <NameForm
      label="Workspace name"
      placeholder="Analytical Engines"
      submitLabel="Create workspace"
      charsMax={WORKSPACE_NAME_CHARS_MAX}
      hasAutoFocus={hasAutoFocus}
      onSubmit={async (name) => {
        // Awaited by itself: as an argument it would not run at all where there is no onDone.
        const workspace = await create.mutateAsync({ name });
        onDone?.(workspace);
      }}
      {...(onCancel ? { onCancel } : {})}
    />
  );
}

/** The same in a dialog; the new workspace is opened. */
export function NewWorkspaceDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const router = useRouter();
  const open = ({ slug }: Workspace) => {
    onClose();
    router.push(workspacePath(slug));
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="New workspace">
      <NewWorkspaceForm onDone={open} onCancel={onClose} hasAutoFocus />
    </Dialog>
  );
}
