import { Anchor, Text } from "@mantine/core";
import { useState } from "react";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { exactTime } from "@/lib/ui/kit/time/moments";
import { useScreenshot, type WorkspaceScreenshot } from "@/lib/ui/tracker/queries";
import classes from "./screenshot-dialog.module.css";

function Picture({ url, alt }: { url: string; alt: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return (
      <Text size="sm" c="dimmed">
        The image could not be loaded. Close this and open the screenshot again.
      </Text>
    );
  }
  return (
    <>
      {/** biome-ignore lint/performance/noImgElement: it comes from the object store, and only once. */}
      <img className={classes.picture} src={url} alt={alt} onError={() => setIsBroken(true)} />
      <Anchor href={url} size="sm" mt="sm" display="inline-block">
        Download
      </Anchor>
    </>
  );
}

type Props = { id: string; isOpen: boolean; onClose: () => void; items: readonly WorkspaceScreenshot[] };

/** One screenshot, with its image. */
export default function ScreenshotDialog({ id, isOpen, onClose, items }: Props) {
  const listed = items.find(({ evidence_ref }) => evidence_ref === id);
  const screenshot = useScreenshot(id, isOpen && id !== "");
  const title = listed ? exactTime(listed.taken_at ?? listed.created_at) : "Screenshot";
  return (
    <ModalDialog isOpen={isOpen} onClose={onClose} title={title} size="64rem">
      {listed ? (
        <Text size="sm" c="dimmed" mb="sm">
          <bdi>{listed.developer_name}</bdi> · <bdi>{listed.device_name ?? "Unnamed device"}</bdi> ·{" "}
          <bdi>{listed.project_name}</bdi>
        </Text>
      ) : null}
      <Loaded query={screenshot} what="this screenshot" bones={[360]}>
        {({ url }) => (
          <Picture url={url} alt={listed ? `The screen of ${listed.developer_name}, ${title}` : title} />
        )}
      </Loaded>
    </ModalDialog>
  );
}
