"use client";

import { useState } from "react";
import { WORKSPACE_KEY_NAME_CHARS_MAX } from "@/lib/tokens/workspace-keys/limits";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useCreateWorkspaceKey } from "@/lib/ui/integrations/queries";
import { Snippets } from "@/lib/ui/integrations/snippets";
import ModalDialog from "@/lib/ui/kit/modal-dialog";
import { NameForm } from "@/lib/ui/kit/name-form";
import { ShownOnce } from "@/lib/ui/kit/shown-once";

/** Creates an API key and shows it once, with snippets to paste. */
export default function NewApiKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { id } = useWorkspace();
  const create = useCreateWorkspaceKey(id);
  const [created, setCreated] = useState<string | null>(null);
  const finish = () => {
    onClose();
    setCreated(null);
  };
  return (
    // A click beside the dialog must not close it: the key can't be shown again.
    <ModalDialog
      isOpen={isOpen}
      onClose={finish}
      title={created === null ? "New API key" : "Your new API key"}
      size={created === null ? "md" : "xl"}
      closeOnClickOutside={created === null}
      closeOnEscape={created === null}
    >
      {created === null ? (
        <NameForm
          label="Name"
          placeholder="Web shop"
          submitLabel="Create key"
          charsMax={WORKSPACE_KEY_NAME_CHARS_MAX}
          hasAutoFocus
          onCancel={finish}
          onSubmit={async (name) => {
            const { key } = await create.mutateAsync({ name });
            setCreated(key);
          }}
        />
      ) : (
        <ShownOnce
          value={created}
          copyLabel="Copy the key"
          note="This is the only time it is shown. We store only a hash, so it can't be shown again."
          onDone={finish}
        >
          <Snippets apiKey={created} />
        </ShownOnce>
      )}
    </ModalDialog>
  );
}
