import { Alert, Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type Attributes, createElement, type ReactNode, Suspense, useEffect } from "react";
import { IconAlertTriangle } from "@/lib/ui/icons";
import { AtOnce, type Load, Meanwhile, partOf } from "@/lib/ui/light-kit/unloaded";

const WHY =
  "There is no connection, or the service was updated. It comes by itself once there is a connection. If it doesn't, save what you typed and load the page again.";

const TOLD = "not-loaded";
const told = new Set<object>();

/** A message in the corner, for as long as anything that was asked for is missing. */
function Told() {
  useEffect(() => {
    const self = {};
    told.add(self);
    notifications.show({
      id: TOLD,
      color: "red",
      title: "That could not be loaded",
      message: WHY,
      autoClose: false,
    });
    return () => {
      told.delete(self);
      if (told.size === 0) notifications.hide(TOLD);
    };
  }, []);
  return null;
}

function NotLoaded() {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} title="This could not be loaded">
      <Text size="sm">{WHY}</Text>
      <Button size="xs" variant="default" mt="sm" onClick={() => window.location.reload()}>
        Load the page again
      </Button>
    </Alert>
  );
}

/**
 * A part of a page that is loaded when it is first shown: `lazyPart(() => import(…), <Skeleton />)`. The second is in its
 * place until then; while it can't be loaded, a notice is, and the rest of the page stays as it is. Its `ahead` loads it
 * before it is shown.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  waiting: ReactNode = null,
): ((props: P) => ReactNode) & { ahead: () => void } {
  const { absence, ahead, now } = partOf(load);
  return Object.assign(
    (props: P) => (
      <Suspense fallback={<Meanwhile absence={absence} waiting={waiting} missing={<NotLoaded />} />}>
        <AtOnce now={now} props={props} />
      </Suspense>
    ),
    { ahead },
  );
}

/**
 * The same of what has no place in the page: a drawer, a dialog, a listener. A message in the corner says that it can't
 * be loaded. `beside` is drawn with it, once it is there.
 */
export function lazyOverlay<P extends object>(
  load: Load<P>,
): (props: P & { beside?: ReactNode }) => ReactNode {
  const { Part, absence } = partOf(load);
  return ({ beside = null, ...props }) => (
    <Suspense fallback={<Meanwhile absence={absence} waiting={null} missing={<Told />} />}>
      {createElement(Part, props as unknown as P & Attributes)}
      {beside}
    </Suspense>
  );
}
