import { Anchor, Skeleton, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import ModalDialog from "@/lib/ui/kit/dialogs/modal-dialog";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { StillLoading } from "@/lib/ui/kit/states/still-loading";
import { useScreenshot } from "@/lib/ui/tracker/queries";
import classes from "./screenshot-dialog.module.css";

/** What holds the place of an image, in pixels. */
const BONE = 360;

function Picture({ url, alt }: { url: string; alt: string }) {
  const [state, setState] = useState<"loading" | "shown" | "broken">("loading");
  if (state === "broken") {
    return (
      <Text size="sm" c="dimmed">
        The image could not be loaded. Close this and open the screenshot again.
      </Text>
    );
  }
  return (
    <>
      {state === "loading" ? (
        <>
          <Skeleton height={BONE} radius="md" role="status" aria-label="Loading the image" />
          <StillLoading />
        </>
      ) : null}
      {/** biome-ignore lint/performance/noImgElement: it comes from the object store, and only once. */}
      <img
        className={classes.picture}
        hidden={state === "loading"}
        src={url}
        alt={alt}
        onLoad={() => setState("shown")}
        onError={() => setState("broken")}
      />
      <Anchor href={url} size="sm" mt="sm" display="inline-block">
        Download
      </Anchor>
    </>
  );
}

type Props = {
  /** Its reference; empty while no screenshot is open. */
  id: string;
  isOpen: boolean;
  onClose: () => void;
  /** What is known of it: when it was taken, what it shows, and of whose screen. Undefined where nothing is. */
  known: { title: string; detail: ReactNode; alt: string } | undefined;
};

/** One screenshot, with its image. */
export default function ScreenshotDialog({ id, isOpen, onClose, known }: Props) {
  const screenshot = useScreenshot(id, isOpen && id !== "");
  const title = known?.title ?? "Screenshot";
  return (
    <ModalDialog isOpen={isOpen} onClose={onClose} title={title} size="64rem">
      {known ? (
        <Text size="sm" c="dimmed" mb="sm">
          {known.detail}
        </Text>
      ) : null}
      <Loaded query={screenshot} what="this screenshot" bones={[BONE]}>
        {({ url }) => <Picture url={url} alt={known?.alt ?? title} />}
      </Loaded>
    </ModalDialog>
  );
}
