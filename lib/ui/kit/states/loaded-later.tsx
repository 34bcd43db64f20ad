import { Alert, Button, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type Attributes, type ComponentType, createElement, lazy, type ReactNode, Suspense } from "react";
import { UnlessUnloaded } from "@/lib/ui/light-kit/unloaded";

const WHY =
  "There is no connection, or the service was updated. Save what you typed, then load the page again.";

function tell() {
  notifications.show({ id: "not-loaded", color: "red", title: "That could not be loaded", message: WHY });
}

/** Around what was asked for and can't be loaded: a message in the corner says so, and nothing takes its place. */
export function LoadedLater({ children }: { children: ReactNode }) {
  return (
    <UnlessUnloaded instead={null} onUnloaded={tell}>
      <Suspense fallback={null}>{children}</Suspense>
    </UnlessUnloaded>
  );
}

function NotLoaded() {
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} />} title="This could not be loaded">
      <Text size="sm">{WHY}</Text>
      {/* What could not be fetched once is not asked for again, except by a full page load. */}
      <Button size="xs" variant="default" mt="sm" onClick={() => window.location.reload()}>
        Load the page again
      </Button>
    </Alert>
  );
}

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A part of a page that is loaded when it is first shown: `lazyPart(() => import(…), <Skeleton />)`. The second is in its
 * place until then; if it can't be loaded, a notice is, and the rest of the page stays as it is.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  waiting: ReactNode = null,
): (props: P) => ReactNode {
  const Part: ComponentType<P> = lazy(load);
  return (props) => (
    <UnlessUnloaded instead={<NotLoaded />}>
      <Suspense fallback={waiting}>{createElement(Part, props as P & Attributes)}</Suspense>
    </UnlessUnloaded>
  );
}

/** The same of what has no place in the page: a drawer, a dialog that is there only while it is open, a listener. */
export function lazyOverlay<P extends object>(load: Load<P>): (props: P) => ReactNode {
  const Part: ComponentType<P> = lazy(load);
  return (props) => <LoadedLater>{createElement(Part, props as P & Attributes)}</LoadedLater>;
}
