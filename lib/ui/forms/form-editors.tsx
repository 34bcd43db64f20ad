"use client";

import { Skeleton } from "@mantine/core";
import dynamic from "next/dynamic";

function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading the editor">
      <Skeleton height={60} radius="md" mb="md" />
      <Skeleton height={320} radius="lg" />
    </div>
  );
}

/** The builder of the open form, loaded once the form is: until then there is nothing to edit. */
export const LoadedBuilder = dynamic(
  () => import("@/lib/ui/forms/form-builder").then((module) => module.FormBuilder),
  { loading: EditorSkeleton },
);

/** Its settings, likewise. */
export const LoadedSettings = dynamic(
  () => import("@/lib/ui/forms/form-settings").then((module) => module.FormSettings),
  { loading: EditorSkeleton },
);
