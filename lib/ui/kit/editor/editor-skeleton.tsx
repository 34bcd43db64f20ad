import { Skeleton } from "@mantine/core";

/** The outline of an editor while it loads. */
export function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading the editor" style={{ maxWidth: "52rem" }}>
      <Skeleton height={58} radius="md" mb="lg" />
      <Skeleton height={140} radius="lg" mb="lg" />
      <Skeleton height={240} radius="lg" />
    </div>
  );
}
