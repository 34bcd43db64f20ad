"use client";

import { Anchor } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { Link } from "@/lib/ui/kit/pages/link";
import { Permitted } from "@/lib/ui/kit/states/no-permission";
import { RulesPage } from "@/lib/ui/rules/rules-page";

/** A workspace's rules. */
export function WorkspaceRules() {
  const { id, slug } = useWorkspace();
  return (
    <Permitted by={["can_manage_tracker"]}>
      <RulesPage
        owner={{ workspaceId: id }}
        title="Rules"
        fileName={`rules-${slug}.json`}
        description={
          <>
            Which category and project time belongs to here, beyond what the service knows by itself.{" "}
            <Anchor component={Link} href="/account/rules" inherit underline="always">
              Rules of your own
            </Anchor>{" "}
            decide before these, in your time alone.
          </>
        }
      />
    </Permitted>
  );
}
