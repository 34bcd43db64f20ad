"use client";

import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useObjects } from "@/lib/ui/crm/queries";
import { EditorSkeleton } from "@/lib/ui/kit/editor/editor-skeleton";
import { NewPage } from "@/lib/ui/kit/pages/new-page";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { useCreateSequence } from "@/lib/ui/sequences/queries";
import { workspacePath } from "@/lib/ui/shell/navigation";

const SequenceEditor = lazyPart(() => import("@/lib/ui/sequences/sequence-editor"), <EditorSkeleton />);

function Editor() {
  const { slug } = useWorkspace();
  const router = useRouter();
  const create = useCreateSequence();
  return (
    <Loaded query={useObjects()} what="the objects" skeleton={<EditorSkeleton />}>
      {(objects) => (
        <SequenceEditor
          objects={objects}
          isReadOnly={false}
          submitLabel="Create sequence"
          onSubmit={async (body) => {
            const sequence = await create.mutateAsync(body);
            router.push(workspacePath(slug, `crm/sequences/${sequence.id}/enrollments`));
            return sequence;
          }}
        />
      )}
    </Loaded>
  );
}

/** The page for creating a sequence. */
export function NewSequence() {
  const { slug } = useWorkspace();
  return (
    <NewPage
      permissions={["can_view_crm", "can_manage_automations"]}
      up={{ href: workspacePath(slug, "crm/sequences"), label: "Sequences" }}
      title="New sequence"
      description="Nothing happens until a record is enrolled."
    >
      <Editor />
    </NewPage>
  );
}
