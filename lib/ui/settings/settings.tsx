"use client";

import { Button, Code, Radio, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { PermissionSlug } from "@/lib/access/catalog";
import { api } from "@/lib/ui/api/client";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { editItems, keyOf } from "@/lib/ui/api/resource-queries";
import { CONSOLE_HOME } from "@/lib/ui/api/return-path";
import { useUpdateWorkspace } from "@/lib/ui/api/workspaces";
import { Card } from "@/lib/ui/kit/cards/card";
import { DangerCard, DangerRow } from "@/lib/ui/kit/cards/danger-card";
import { CopyCommand } from "@/lib/ui/kit/copy/copy-command";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { NameForm } from "@/lib/ui/kit/fields/name-form";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { LeaveDialog } from "@/lib/ui/settings/leave";
import { PlanUsage } from "@/lib/ui/settings/plan-usage";
import { WORKSPACE_NAME_CHARS_MAX } from "@/lib/workspaces/limits";
import classes from "./settings.module.css";

/** Says which permission the reader would need for something they can't change. */
function Needs({ permission, to = "change" }: { permission: PermissionSlug; to?: string }) {
  return (
    <Text size="sm" c="dimmed">
      Only members with <Code>{permission}</Code> can {to} this. An owner can grant it.
    </Text>
  );
}

function GeneralCard() {
  const { workspace, can } = useWorkspace();
  const update = useUpdateWorkspace(workspace);
  return (
    <Card id="general" title="General">
      <Stack gap="md">
        {can("can_manage_settings") ? (
          <NameForm
            label="Name"
            placeholder="Analytical Engines"
            submitLabel="Save"
            charsMax={WORKSPACE_NAME_CHARS_MAX}
            initialName={workspace.name}
            onSubmit={async (name) => {
              await update.mutateAsync({ name });
              notifications.show({ color: "pine", message: "The name is saved." });
            }}
          />
        ) : (
          <>
            <Text fw={500}>{workspace.name}</Text>
            <Needs permission="can_manage_settings" />
          </>
        )}
        <div>
          <p className={classes.label}>Workspace ID, for the API</p>
          <CopyCommand command={workspace.id} label="Copy the id" />
        </div>
      </Stack>
    </Card>
  );
}

const TRACKER = {
  inherit: {
    value: null,
    label: "Each project decides",
    hint: "Off in a project until it is switched on there.",
  },
  on: { value: true, label: "On", hint: "On in every project that does not switch it off itself." },
  off: {
    value: false,
    label: "Off everywhere",
    hint: "Off in every project, whatever its own setting. Uploads from devices are refused.",
  },
} as const;
type TrackerChoice = keyof typeof TRACKER;

function TrackerCard() {
  const { workspace, can } = useWorkspace();
  const update = useUpdateWorkspace(workspace);
  const stored = workspace.settings.tracker_enabled;
  const chosen: TrackerChoice = stored === undefined ? "inherit" : stored ? "on" : "off";
  const save = async (choice: TrackerChoice, before: TrackerChoice | null) => {
    try {
      await update.mutateAsync({ settings: { tracker_enabled: TRACKER[choice].value } });
      if (before === null) return;
      notifyUndoable(
        `Device tracker: ${TRACKER[choice].label.toLowerCase()}.`,
        () => void save(before, null),
      );
    } catch (error) {
      notifyFailure("The tracker setting was not changed", error);
    }
  };
  return (
    <Card id="tracker" title="Device tracker" note="Whether this workspace accepts samples from devices">
      <Radio.Group
        aria-labelledby="tracker"
        value={chosen}
        onChange={(value) => void save(value as TrackerChoice, chosen)}
      >
        <Stack gap="sm">
          {Object.entries(TRACKER).map(([value, { label, hint }]) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={hint}
              disabled={!can("can_manage_settings")}
            />
          ))}
        </Stack>
      </Radio.Group>
      {can("can_manage_settings") ? null : (
        <div className={classes.needs}>
          <Needs permission="can_manage_settings" />
        </div>
      )}
    </Card>
  );
}

function PlanCard() {
  const { can } = useWorkspace();
  return (
    <Card id="plan" title="Plan and usage" note="The plan's limits, and how much of them is used">
      {can("can_view_billing") ? <PlanUsage /> : <Needs permission="can_view_billing" to="see" />}
    </Card>
  );
}

function WaysOut() {
  const { id, slug, workspace, me } = useWorkspace();
  const [isLeaving, leaving] = useDisclosure();
  const router = useRouter();
  const queries = useQueryClient();
  const goHome = async () => {
    // Otherwise Home would open a workspace that the reader can no longer enter.
    await editItems(queries, keyOf("/workspaces"), (workspaces) =>
      workspaces.filter((each) => each.id !== id),
    );
    router.push(CONSOLE_HOME);
    await queries.invalidateQueries({ queryKey: keyOf("/workspaces") });
  };
  return (
    <>
      <DangerCard>
        <DangerRow
          title="Leave the workspace"
          detail="You lose access to this workspace. To return, you need a new invite."
          action={
            <Button variant="default" onClick={leaving.open}>
              Leave…
            </Button>
          }
        />
        <DangerRow
          title="Delete the workspace"
          detail={
            me.member.is_owner
              ? "It is switched off for everyone at once. Nothing in it is lost: an owner can restore it from Home."
              : "Only an owner can delete a workspace."
          }
          action={
            <ConfirmButton
              label="Delete…"
              look={{ variant: "outline", color: "red", disabled: !me.member.is_owner }}
              title={`Delete “${workspace.name}”?`}
              confirmLabel="Delete workspace"
              typed={slug}
              onConfirm={async () => {
                await api.delete("/workspaces/{workspace_id}", { params: { workspace_id: id } });
                await goHome();
              }}
            >
              Every member loses access at once, API tokens and devices included. Its data is kept, and its
              owners can restore it from Home.
            </ConfirmButton>
          }
        />
      </DangerCard>
      <LeaveDialog isOpen={isLeaving} onClose={leaving.close} onLeft={goHome} />
    </>
  );
}

/** The workspace's name and settings, its plan, and the ways to leave or close it. */
export function Settings() {
  return (
    <div className={classes.page}>
      <PageHeader title="Settings" />
      <div className={list.stack}>
        <GeneralCard />
        <TrackerCard />
        <PlanCard />
        <WaysOut />
      </div>
    </div>
  );
}
