import { Box, Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { type ApiError, isRefusal } from "@/lib/ui/api/client";
import { AwaitedPlace } from "@/lib/ui/kit/pages/places";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { useStandingError } from "@/lib/ui/kit/states/standing-error";
import { StillLoading } from "@/lib/ui/kit/states/still-loading";
import { useHasUnsaved } from "@/lib/ui/light-kit/unsaved";

/** What was asked of the server, in whichever state the answer is. */
export type Reading<T> = {
  data: T | undefined;
  error: Error | null;
  /** How often it failed so far. */
  errorUpdateCount?: number;
  refetch: () => unknown;
};

/** That what was read is gone by now: somebody has deleted it, or it may not be seen any more. */
export function goneOf({ error }: Pick<Reading<unknown>, "error">): ApiError | null {
  return isRefusal(error, 404) ? error : null;
}

type Props<T> = {
  query: Reading<T>;
  /** What is read, as an error names it: "this run". */
  what: string;
  /** It stands for the whole page. */
  isPage?: boolean;
  /** Heights in pixels of the boxes that hold its place meanwhile. */
  bones?: readonly number[];
  /** Instead of such boxes. */
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
};

/** What was read from the server; until then its outline, or why it could not be read, and afterwards that it is gone. */
export function Loaded<T>(props: Props<T>) {
  const { query, what, isPage = false, bones = [320], skeleton, children } = props;
  const { error, isRetrying } = useStandingError(query.data, query);
  const hasUnsaved = useHasUnsaved();
  const retry = () => void query.refetch();
  if (query.data !== undefined) {
    const gone = goneOf(query);
    if (gone !== null && !hasUnsaved)
      return <ErrorNotice error={gone} what={what} isPage={isPage} onRetry={retry} />;
    // What was typed stays, so that it can be copied.
    return (
      <>
        {gone === null ? null : (
          <Box mb="md">
            <ErrorNotice error={gone} what={what} onRetry={retry} />
          </Box>
        )}
        {children(query.data)}
      </>
    );
  }
  if (error)
    return <ErrorNotice error={error} what={what} isPage={isPage} isRetrying={isRetrying} onRetry={retry} />;
  return (
    <>
      {isPage ? <AwaitedPlace /> : null}
      {skeleton ?? (
        <Stack role="status" aria-label={`Loading ${what}`}>
          {isPage ? <Skeleton height={26} width={220} radius="sm" /> : null}
          {bones.map((height, bone) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes have no identity
            <Skeleton key={bone} height={height} radius="md" />
          ))}
        </Stack>
      )}
      <StillLoading />
    </>
  );
}
