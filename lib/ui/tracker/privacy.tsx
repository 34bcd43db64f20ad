"use client";

import { Anchor } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { Card } from "@/lib/ui/kit/cards/card";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { useSetWorkspaceRules, useWorkspaceRules } from "@/lib/ui/tracker/queries";
import { RedactionRules } from "@/lib/ui/tracker/redaction-rules";
import { RetentionCard } from "@/lib/ui/tracker/retention-card";
import classes from "./tracker.module.css";

function RulesCard() {
  const { can } = useWorkspace();
  const rules = useWorkspaceRules();
  const save = useSetWorkspaceRules();
  return (
    <Card
      id="rules"
      title="Never kept"
      note="For a site or an app only the time is kept, as private. A text is masked wherever it appears. Every member sees this list."
    >
      <Loaded query={rules} what="the list" bones={[56]}>
        {(read) => (
          <RedactionRules
            rules={read.rules}
            onSave={can("can_manage_tracker") ? save.mutateAsync : undefined}
            empty="Banks, password managers and private windows are never kept, for anyone. This workspace leaves out nothing else."
          />
        )}
      </Loaded>
    </Card>
  );
}

/** What a workspace removes from its members' samples, and how long it keeps the rest. */
export function TrackerPrivacy() {
  return (
    <div className={classes.page}>
      <PageHeader
        title="Privacy"
        description={
          <>
            What this workspace leaves out of its devices' recordings, and how long it keeps the rest. Data
            about you, and what you leave out yourself, is{" "}
            <Anchor component={Link} href="/account/captured" inherit underline="always">
              in your account
            </Anchor>
            .
          </>
        }
      />
      <ReadOnlyNote permission="can_manage_tracker">Changing this</ReadOnlyNote>
      <div className={list.stack}>
        <RulesCard />
        <RetentionCard />
      </div>
    </div>
  );
}
