"use client";

import { Skeleton } from "@mantine/core";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";

function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading the editor">
      <Skeleton height={60} radius="md" mb="md" />
      <Skeleton height={320} radius="lg" />
    </div>
  );
}

/** The builder of the open form, loaded once the form is: until then there is nothing to edit. */
export const LoadedBuilder = lazyPart(() => import("@/lib/ui/forms/form-builder"), <EditorSkeleton />);

/** Its settings, likewise. */
export const LoadedSettings = lazyPart(() => import("@/lib/ui/forms/form-settings"), <EditorSkeleton />);
