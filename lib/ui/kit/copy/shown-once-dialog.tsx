import { type ReactNode, useState } from "react";
import { ShownOnce } from "@/lib/ui/kit/copy/shown-once";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  /** Before and after it is created. */
  titles: [before: string, after: string];
  copyLabel: string;
  /** What it takes to create the secret. */
  form: (onCreated: (secret: string) => void, onCancel: () => void) => ReactNode;
  /** Below the secret: how it is used. Makes the dialog wide. */
  usage?: (secret: string) => ReactNode;
};

/** Creates a secret and shows it, this one time. */
export function ShownOnceDialog({ isOpen, onClose, titles, copyLabel, form, usage }: Props) {
  const [opening, setOpening] = useState(0);
  const [made, setMade] = useState<{ secret: string; opening: number } | null>(null);
  // One that came after its form was cancelled must not stand in place of the next form.
  const secret = made?.opening === opening ? made.secret : null;
  const finish = () => {
    onClose();
    setOpening((now) => now + 1);
    setMade(null);
  };
  return (
    // A click beside the dialog must not close it: the secret can't be shown again.
    <ModalDialog
      isOpen={isOpen}
      onClose={finish}
      title={titles[secret === null ? 0 : 1]}
      size={usage && secret !== null ? "xl" : "md"}
      closeOnClickOutside={secret === null}
      closeOnEscape={secret === null}
    >
      {secret === null ? (
        form((created) => setMade({ secret: created, opening }), finish)
      ) : (
        <ShownOnce
          value={secret}
          copyLabel={copyLabel}
          note="This is the only time it is shown. We store only a hash, so it can't be shown again."
          onDone={finish}
        >
          {usage?.(secret)}
        </ShownOnce>
      )}
    </ModalDialog>
  );
}
