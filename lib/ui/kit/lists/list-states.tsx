import { Button, Skeleton, Stack } from "@mantine/core";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { StillLoading } from "@/lib/ui/kit/states/still-loading";

/** Rows that stand for rows under way. */
export function RowSkeletons({ count, what }: { count: number; what: string }) {
  return (
    <Stack gap={0} role="status" aria-label={`Loading ${what}`}>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
        <Stack key={row} gap={8} py={12}>
          <Skeleton height={12} width="45%" radius="sm" />
          <Skeleton height={10} width="65%" radius="sm" />
        </Stack>
      ))}
      <StillLoading />
    </Stack>
  );
}

/** A list of `useList`, in whichever state it is. */
export type List<T> = More & {
  items: T[] | undefined;
  isPending: boolean;
  /** How often it failed so far. */
  errorUpdateCount?: number;
  refetch: () => unknown;
};

type More = {
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

/** The way to the next page of a list, where there is one, and why it could not be read. */
export function ShowMore({ list }: { list: More }) {
  if (!list.hasNextPage) return null;
  if (list.error && list.isFetchNextPageError) {
    return <ErrorNotice error={list.error} what="more" onRetry={() => list.fetchNextPage()} />;
  }
  return (
    <Button
      variant="subtle"
      size="sm"
      mt="sm"
      loading={list.isFetchingNextPage}
      onClick={() => list.fetchNextPage()}
    >
      Show more
    </Button>
  );
}
