import { Alert, Button } from "@mantine/core";
import { useEffect } from "react";
import { IconRefresh } from "@/lib/ui/icons";

const ID = "outdated";

/** Scrolls to that notice when it is why something was not saved: the button that was pressed may stand a screen below. */
export function useOutdatedInView(isReason: boolean): void {
  useEffect(() => {
    if (isReason) document.getElementById(ID)?.scrollIntoView({ block: "nearest" });
  }, [isReason]);
}

/** Tells an editor's user that somebody else has saved a change, with a button to show it. */
export function OutdatedNotice({ onTake }: { onTake: () => void }) {
  return (
    <Alert id={ID} color="yellow" role="status" mb="md" icon={<IconRefresh size={18} />}>
      Somebody has changed it since you opened it. Saving would undo what they made of the parts that you
      changed too; seeing it drops what you have not saved.{" "}
      <Button variant="default" size="compact-sm" onClick={onTake}>
        Show what was saved
      </Button>
    </Alert>
  );
}
