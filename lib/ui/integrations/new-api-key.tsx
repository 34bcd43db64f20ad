import { WORKSPACE_KEY_NAME_CHARS_MAX } from "@/lib/tokens/workspace-keys/limits";
import { useCreateWorkspaceKey } from "@/lib/ui/integrations/queries";
import { Snippets } from "@/lib/ui/integrations/snippets";
import { ShownOnceDialog } from "@/lib/ui/kit/copy/shown-once-dialog";
import { NameForm } from "@/lib/ui/kit/fields/name-form";

/** Creates an API key and shows it once, with snippets to paste. */
export default function NewApiKeyDialog(props: { isOpen: boolean; onClose: () => void }) {
  const create = useCreateWorkspaceKey();
  return (
    <ShownOnceDialog
      {...props}
      titles={["New API key", "Your new API key"]}
      copyLabel="Copy the key"
      form={(onCreated, onCancel) => (
        <NameForm
          label="Name"
          placeholder="Web shop"
          submitLabel="Create key"
          charsMax={WORKSPACE_KEY_NAME_CHARS_MAX}
          hasAutoFocus
          onCancel={onCancel}
          onSubmit={async (name) => onCreated((await create.mutateAsync({ name })).key)}
        />
      )}
      usage={(key) => <Snippets apiKey={key} />}
    />
  );
}
