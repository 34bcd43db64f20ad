"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { EditorSkeleton } from "@/lib/ui/automations/new-automation";
import { useObjects } from "@/lib/ui/crm/queries";
import { ErrorNotice } from "@/lib/ui/error-notice";
import { UpLink } from "@/lib/ui/list-page";
import { useCreateSequence } from "@/lib/ui/sequences/queries";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { NoPermission } from "@/lib/ui/shell/no-permission";
import { PageHeader } from "@/lib/ui/shell/page-header";
import { useWorkspace } from "@/lib/ui/shell/workspace";

const SequenceEditor = dynamic(
  () => import("@/lib/ui/sequences/sequence-editor").then((module) => module.SequenceEditor),
  { loading: EditorSkeleton },
);

/** Where a sequence is made. */
export function NewSequence() {
  const { id, slug, can } = useWorkspace();
  const router = useRouter();
  const objects = useObjects(id);
  const create = useCreateSequence(id);
  if (!can("can_manage_automations")) return <NoPermission permission="can_manage_automations" />;
  return (
    <>
      <UpLink href={workspacePath(slug, "crm/sequences")}>Sequences</UpLink>
      <PageHeader title="New sequence" description="Nothing happens until a record is enrolled." />
      {objects.error && !objects.data ? (
        <ErrorNotice error={objects.error} what="the objects" onRetry={() => objects.refetch()} />
      ) : objects.data ? (
        <SequenceEditor
          objects={objects.data}
          isReadOnly={false}
          submitLabel="Create sequence"
          onSubmit={async (body) => {
            const sequence = await create.mutateAsync(body);
            router.push(workspacePath(slug, `crm/sequences/${sequence.id}/enrollments`));
          }}
        />
      ) : (
        <EditorSkeleton />
      )}
    </>
  );
}
