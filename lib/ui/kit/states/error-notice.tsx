import { Alert, Button, Code, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiError, isRefusal } from "@/lib/ui/api/client";
import { IconAlertTriangle } from "@/lib/ui/icons";

type Props = {
  error: Error;
  what: string;
  onRetry: () => void;
  /** It stands for the whole page, whose heading it gives. */
  isPage?: boolean;
  /** It is being tried again. */
  isRetrying?: boolean;
};

/** The title of a notice that stands for a page is the page's heading. */
function PageHeading({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: Mantine puts titles into a span, which may hold no `h1`
    <span role="heading" aria-level={1}>
      {children}
    </span>
  );
}

/** Says what could not be loaded and why, with an id to find it in the log, and offers to retry if that may help. */
export function ErrorNotice({ error, what, onRetry, isPage = false, isRetrying = false }: Props) {
  const detail = error instanceof ApiError ? error.detail : "Something went wrong in this page.";
  const requestId = error instanceof ApiError ? error.requestId : null;
  const isMissing = isRefusal(error, 404);
  const title = isMissing ? detail : `We could not load ${what}`;
  return (
    <Alert
      color={isMissing ? "gray" : "red"}
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={isPage ? <PageHeading>{title}</PageHeading> : title}
    >
      <Text size="sm">{isMissing ? "It may have been deleted, or the address is mistyped." : detail}</Text>
      <Group mt="sm" gap="md">
        {isMissing ? null : (
          <Button size="xs" variant="default" loading={isRetrying} onClick={onRetry}>
            Try again
          </Button>
        )}
        {requestId === null ? null : (
          <Text size="xs" c="dimmed">
            Request <Code>{requestId}</Code>
          </Text>
        )}
      </Group>
    </Alert>
  );
}

type MissingProps = { title: string; text: ReactNode /** Where to go from here. */; children: ReactNode };

/** Stands for a page whose address leads to nothing that the server could be asked for. */
export function MissingPage({ title, text, children }: MissingProps) {
  return (
    <Alert
      color="gray"
      role="alert"
      icon={<IconAlertTriangle size={18} />}
      title={<PageHeading>{title}</PageHeading>}
    >
      <Text size="sm">{text}</Text>
      <Group mt="sm">{children}</Group>
    </Alert>
  );
}
