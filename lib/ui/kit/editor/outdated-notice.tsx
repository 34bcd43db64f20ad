import { Alert, Button } from "@mantine/core";
import { IconRefresh } from "@/lib/ui/icons";

/** Tells an editor's user that somebody else has saved a change, with a button to show it. */
export function OutdatedNotice({ onTake }: { onTake: () => void }) {
  return (
    <Alert color="yellow" role="status" mb="md" icon={<IconRefresh size={18} />}>
      Somebody has changed it since you opened it. Saving would undo what they made of the parts that you
      changed too; seeing it drops what you have not saved.{" "}
      <Button variant="default" size="compact-sm" onClick={onTake}>
        Show what was saved
      </Button>
    </Alert>
  );
}
