import { ShownOnce } from "@/lib/ui/kit/copy/shown-once";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";

/** Dialogs have 200. Whether to leave without the secret is asked above it, wherever that dialog stands in the page. */
const BELOW_OTHERS = 190;

type Props = { title: string; isOpen: boolean; secret: string | null; onClose: () => void };

/**
 * A webhook's secret, which can be seen only once, so a click beside the dialog doesn't close it. Heavy: pages load it
 * before they ask for a secret, which would be lost if loading failed.
 */
export default function SecretDialog({ title, isOpen, secret, onClose }: Props) {
  return (
    <ModalDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      zIndex={BELOW_OTHERS}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <ShownOnce
        value={secret ?? ""}
        copyLabel="Copy the secret"
        note="It is shown only once, and stored encrypted. Give it to the subscriber, which uses it to check that requests come from here. If you lose it, rotate it."
        onDone={onClose}
      />
    </ModalDialog>
  );
}
