"use client";

import { Button, Tabs } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconUserPlus } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { useStaysOpen } from "@/lib/ui/kit/dialogs/use-stays-open";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Permitted } from "@/lib/ui/kit/states/no-permission";
import { InviteList } from "@/lib/ui/members/invite-list";
import { MemberList } from "@/lib/ui/members/member-list";
import classes from "./members.module.css";

const InviteDialog = lazyDialog(() => import("@/lib/ui/members/invite-dialog"));

const FILTERS = { search: "", role: "", status: "", invites: "", member: "" };

/** The workspace's members and invites. */
export function MembersPage() {
  const { can } = useWorkspace();
  const filters = useFilters();
  const [maySee, mayInvite] = [can("can_view_members"), can("can_invite_members")];
  const isOnlyInviting = mayInvite && !maySee;
  const tab = filters.get("tab") === "invites" || isOnlyInviting ? "invites" : "members";
  const isInviting = useStaysOpen(filters.get("new") === "1", mayInvite);
  const needed = tab === "invites" ? "can_invite_members" : "can_view_members";
  const invite = mayInvite ? (
    <Button
      data-creates
      leftSection={<IconUserPlus size={16} stroke={2} />}
      onClick={() => filters.open("new")}
    >
      Invite
    </Button>
  ) : null;
  return (
    <Permitted by={[needed]}>
      <PageHeader
        title="Members"
        description="Who belongs to this workspace, what they may do, and who has been invited."
        actions={invite}
      />
      {maySee && mayInvite ? (
        <Tabs
          mb="md"
          classNames={{ list: classes.tabList ?? "", tab: classes.tab ?? "" }}
          value={tab}
          onChange={(value) => filters.set({ ...FILTERS, tab: value === "invites" ? value : "" })}
        >
          <Tabs.List aria-label="Members and invites">
            <Tabs.Tab value="members" aria-controls="members-panel">
              Members
            </Tabs.Tab>
            <Tabs.Tab value="invites" aria-controls="members-panel">
              Invites
            </Tabs.Tab>
          </Tabs.List>
        </Tabs>
      ) : null}
      <div id="members-panel">{tab === "invites" ? <InviteList action={invite} /> : <MemberList />}</div>
      <InviteDialog isOpen={isInviting} onClose={() => filters.close("new")} />
    </Permitted>
  );
}
