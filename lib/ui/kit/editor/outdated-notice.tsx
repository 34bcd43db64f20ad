import { Alert, Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { IconRefresh } from "@/lib/ui/icons";

type Props = {
  /** It is why something was not saved, and is scrolled to: the button that was pressed may stand a screen below. */
  isReason?: boolean;
  onTake: () => void;
};

/** Tells an editor's user that somebody else has saved a change, with a button to show it. */
export default function OutdatedNotice({ isReason = false, onTake }: Props) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isReason) alert.current?.scrollIntoView({ block: "nearest" });
  }, [isReason]);
  return (
    <Alert ref={alert} color="yellow" role="status" mb="md" icon={<IconRefresh size={18} />}>
      Somebody has changed it since you opened it. Saving would undo what they made of the parts that you
      changed too; seeing it drops what you have not saved.{" "}
      <Button variant="default" size="compact-sm" onClick={onTake}>
        Show what was saved
      </Button>
    </Alert>
  );
}
