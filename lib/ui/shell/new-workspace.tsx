import { Checkbox } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useCreateWorkspace } from "@/lib/ui/api/workspaces";
import { Dialog } from "@/lib/ui/kit/dialogs/dialog";
import { NameForm } from "@/lib/ui/kit/fields/name-form";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { WORKSPACE_NAME_CHARS_MAX } from "@/lib/workspaces/limits";

type FormProps = { onCancel?: () => void; onDone?: () => void; isFirst?: boolean };

/** Creates a workspace and opens it. A person's first one comes with sample data unless they decline. */
export function NewWorkspaceForm({ onCancel, onDone, isFirst = false }: FormProps) {
  const router = useRouter();
  const create = useCreateWorkspace();
  const [hasSampleData, setHasSampleData] = useState(isFirst);
  return (
    <NameForm
      label="Workspace name"
      placeholder="Analytical Engines"
      submitLabel="Create workspace"
      charsMax={WORKSPACE_NAME_CHARS_MAX}
      hasAutoFocus={!isFirst}
      onSubmit={async (name) => {
        const { slug } = await create.mutateAsync({ name, hasSampleData });
        onDone?.();
        router.push(workspacePath(slug));
      }}
      {...(onCancel ? { onCancel } : {})}
    >
      <Checkbox
        label="Fill it with sample data"
        description="Deals, tasks, a form with answers and more to look around in. One click takes it away again."
        checked={hasSampleData}
        onChange={(event) => setHasSampleData(event.currentTarget.checked)}
      />
    </NameForm>
  );
}

/** The same as a dialog. */
export default function NewWorkspaceDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="New workspace">
      <NewWorkspaceForm onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}
