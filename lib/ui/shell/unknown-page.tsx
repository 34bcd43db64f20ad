"use client";

import { Button } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { Link } from "@/lib/ui/kit/pages/link";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { MissingPage } from "@/lib/ui/kit/states/error-notice";
import { workspacePath } from "@/lib/ui/shell/navigation";

/** In place of a page of a workspace that there is not. */
export function UnknownPage() {
  const { slug } = useWorkspace();
  return (
    <>
      <Titled name="Page not found" />
      <MissingPage
        title="There is no page here"
        text="The address may be mistyped, or the page has been removed."
      >
        <Button component={Link} href={workspacePath(slug, "")} size="xs" variant="default">
          Go to the overview
        </Button>
      </MissingPage>
    </>
  );
}
