import { useOpenObject } from "@/lib/ui/crm/crm-frame";
import { type ImportDetail, useMoveImport } from "@/lib/ui/crm/import-queries";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { countOf } from "@/lib/ui/kit/words/counts";

type Props = { run: ImportDetail; isOpen: boolean; onClose: () => void };

/** Explains what undoing an import does, and asks for confirmation. */
export default function UndoImportDialog({ run, isOpen, onClose }: Props) {
  const object = useOpenObject();
  const undo = useMoveImport(object.slug, run.id, "undo");
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Undo this import?"
      confirmLabel="Undo import"
      onConfirm={() => undo.mutateAsync({})}
    >
      {run.created === 0 ? null : `${countOf(run.created, "new record is", "new records are")} deleted. `}
      {run.updated === 0
        ? null
        : `${countOf(run.updated, "updated record gets its", "updated records get their")} former values back. `}
      Records that somebody has changed since are left as they are. Deleted records can be restored for 30
      days; undoing itself can’t be undone.
    </ConfirmDialog>
  );
}
