"use client";

import { Skeleton } from "@mantine/core";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useCreateAutomation } from "@/lib/ui/automations/queries";
import { useBuilder } from "@/lib/ui/automations/use-builder";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { UpLink } from "@/lib/ui/kit/list-page";
import { Permitted } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { workspacePath } from "@/lib/ui/shell/navigation";

export function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading the editor" style={{ maxWidth: "52rem" }}>
      <Skeleton height={58} radius="md" mb="lg" />
      <Skeleton height={140} radius="lg" mb="lg" />
      <Skeleton height={240} radius="lg" />
    </div>
  );
}

const AutomationEditor = dynamic(
  () => import("@/lib/ui/automations/automation-editor").then((module) => module.AutomationEditor),
  { loading: EditorSkeleton },
);

function Editor() {
  const { id, slug } = useWorkspace();
  const router = useRouter();
  const builder = useBuilder();
  const create = useCreateAutomation(id);
  return (
    <>
      <UpLink href={workspacePath(slug, "crm/automations")}>Automations</UpLink>
      <PageHeader title="New automation" description="It is switched on as soon as it is created." />
      {builder.error ? (
        <ErrorNotice error={builder.error} what="what the editor offers" onRetry={builder.retry} />
      ) : builder.objects && builder.sequences ? (
        <AutomationEditor
          objects={builder.objects}
          sequences={builder.sequences}
          isReadOnly={false}
          submitLabel="Create automation"
          onSubmit={async (body) => {
            const automation = await create.mutateAsync(body);
            router.push(workspacePath(slug, `crm/automations/${automation.id}`));
            return automation;
          }}
        />
      ) : (
        <EditorSkeleton />
      )}
    </>
  );
}

/** Where an automation is made. */
export function NewAutomation() {
  return (
    <Permitted by={["can_view_crm", "can_manage_automations"]}>
      <Editor />
    </Permitted>
  );
}
