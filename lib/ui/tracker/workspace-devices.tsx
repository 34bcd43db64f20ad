"use client";

import { Button, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { IconDeviceDesktop, IconPlayerPause, IconPlayerPlay } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { customFilter, searchFilter } from "@/lib/ui/kit/filters/list-filters";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Tag } from "@/lib/ui/kit/status/tag";
import { Since } from "@/lib/ui/kit/time/relative-time";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { ConfigTag, DeviceTile, platformName } from "@/lib/ui/tracker/device-tile";
import { ProjectField } from "@/lib/ui/tracker/project-field";
import { usePauseCapture, useWorkspaceDevices, type WorkspaceDevice } from "@/lib/ui/tracker/queries";
import { pauseTextFor, remarksOf } from "@/lib/ui/tracker/words";
import classes from "./tracker.module.css";

const DeviceDrawer = lazyDialog(() => import("@/lib/ui/tracker/device-drawer"));
const PauseDialog = lazyDialog(() => import("@/lib/ui/tracker/pause-dialog"));

function DeviceRow({ device, onOpen }: { device: WorkspaceDevice; onOpen: () => void }) {
  const paused = pauseTextFor(device);
  return (
    <li className={`${rows.row} ${classes.row}`}>
      <DeviceTile platform={device.platform} />
      <div className={rows.main}>
        <p className={rows.name}>
          <UnstyledButton className={classes.open ?? ""} onClick={onOpen} data-opens>
            {device.name ?? "Unnamed device"}
          </UnstyledButton>
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          <bdi>{device.developer_name}</bdi> · {platformName(device.platform)} ·{" "}
          <bdi>{device.project_name}</bdi>
          {" · "}
          <Since verb="seen" at={device.last_seen_at} never="never seen" />
        </p>
        {remarksOf(device).map((remark) => (
          <p key={remark} className={`${rows.detail} ${rows.wrapping}`}>
            {remark}
          </p>
        ))}
      </div>
      <span className={classes.tags}>
        {paused === null ? null : <Tag tone="accent">{paused}</Tag>}
        <ConfigTag state={device.config_state} />
      </span>
    </li>
  );
}

/** Pauses or resumes all recording in the workspace. */
function PauseAll() {
  const pause = usePauseCapture();
  const devices = useWorkspaceDevices({});
  const [isAsking, asking] = useDisclosure();
  const isPaused = devices.items?.some(({ paused_by: by }) => by.includes("workspace")) ?? false;
  if (isPaused) {
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
        loading={pause.isPending}
        onClick={() =>
          pause.mutate(
            { all: true, paused: false },
            {
              onSuccess: () => notifications.show({ color: "pine", message: "Tracking has resumed." }),
              onError: (error) => notifyFailure("The workspace stays paused", error),
            },
          )
        }
      >
        Resume all
      </Button>
    );
  }
  if (!devices.items?.length) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerPause size={16} stroke={1.75} />}
        onClick={asking.open}
      >
        Pause all…
      </Button>
      <PauseDialog
        isOpen={isAsking}
        onClose={asking.close}
        title="Pause the whole workspace?"
        onPause={(until) => pause.mutateAsync({ all: true, paused: true, until })}
      >
        Nothing captured meanwhile is kept for any of its projects, even if a device sends it later.
      </PauseDialog>
    </>
  );
}

const FILTERS = [
  searchFilter("Search devices", "Search by device or person"),
  customFilter("project", { field: ({ value, set }) => <ProjectField value={value} set={set} /> }),
];

function useShownDevices({ search, project }: AddressTexts<"search" | "project">) {
  return useWorkspaceDevices({ search, ...(project === "" ? {} : { project_id: project }) });
}

/** The devices that record time in the workspace, with their owners, state and settings. */
export function WorkspaceDevices() {
  const { slug } = useWorkspace();
  return (
    <ListScreen
      permission="can_manage_tracker"
      title="Devices"
      description="Devices that record time for projects here, and whether each has the current settings. What people record is not shown."
      actions={() => <PauseAll />}
      what="devices"
      label="Devices, newest first"
      Icon={IconDeviceDesktop}
      filters={FILTERS}
      useItems={useShownDevices}
      row={(device, open) => (
        <DeviceRow key={device.device_id} device={device} onOpen={() => open(device.device_id)} />
      )}
      empty={{
        title: "No devices yet",
        text: "Switch the tracker on for a project, on its Tracker tab. Its members then enrol their own devices.",
        action: (
          <Button component={Link} href={workspacePath(slug, "projects")} variant="default" size="sm">
            Go to the projects
          </Button>
        ),
      }}
      noMatch={{ title: "No device matches", text: "Clear the filters to see every device." }}
      detail={{ name: "device", drawer: (drawer) => <DeviceDrawer {...drawer} /> }}
    />
  );
}
