"use client";

import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useCreateAutomation } from "@/lib/ui/automations/queries";
import { useBuilder } from "@/lib/ui/automations/use-builder";
import { EditorSkeleton } from "@/lib/ui/kit/editor/editor-skeleton";
import { NewPage } from "@/lib/ui/kit/pages/new-page";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { workspacePath } from "@/lib/ui/shell/navigation";

const AutomationEditor = lazyPart(() => import("@/lib/ui/automations/automation-editor"), <EditorSkeleton />);

function Editor() {
  const { slug } = useWorkspace();
  const router = useRouter();
  const create = useCreateAutomation();
  return (
    <Loaded query={useBuilder()} what="what the editor offers" skeleton={<EditorSkeleton />}>
      {(offered) => (
        <AutomationEditor
          {...offered}
          isReadOnly={false}
          submitLabel="Create automation"
          onSubmit={async (body) => {
            const automation = await create.mutateAsync(body);
            router.push(workspacePath(slug, `crm/automations/${automation.id}`));
            return automation;
          }}
        />
      )}
    </Loaded>
  );
}

/** The page for creating an automation. */
export function NewAutomation() {
  const { slug } = useWorkspace();
  return (
    <NewPage
      permissions={["can_view_crm", "can_manage_automations"]}
      up={{ href: workspacePath(slug, "crm/automations"), label: "Automations" }}
      title="New automation"
      description="It is switched on as soon as it is created."
    >
      <Editor />
    </NewPage>
  );
}
