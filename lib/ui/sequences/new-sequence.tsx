"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { EditorSkeleton } from "@/lib/ui/automations/new-automation";
import { useObjects } from "@/lib/ui/crm/queries";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { UpLink } from "@/lib/ui/kit/list-page";
import { Permitted } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { useCreateSequence } from "@/lib/ui/sequences/queries";
import { workspacePath } from "@/lib/ui/shell/navigation";

const SequenceEditor = dynamic(
  () => import("@/lib/ui/sequences/sequence-editor").then((module) => module.SequenceEditor),
  { loading: EditorSkeleton },
);

function Editor() {
  const { id, slug } = useWorkspace();
  const router = useRouter();
  const objects = useObjects(id);
  const create = useCreateSequence(id);
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
            return sequence;
          }}
        />
      ) : (
        <EditorSkeleton />
      )}
    </>
  );
}

/** Where a sequence is made. */
export function NewSequence() {
  return (
    <Permitted by={["can_view_crm", "can_manage_automations"]}>
      <Editor />
    </Permitted>
  );
}
