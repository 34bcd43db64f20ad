"use client";

import { Alert, SegmentedControl, Text } from "@mantine/core";
import {
  IDLE_THRESHOLD_S_DEFAULT,
  SAMPLE_INTERVAL_S_DEFAULT,
  SCREENSHOT_EVERY_N_SAMPLES_DEFAULT,
} from "@/lib/tracker/devices/limits";
import { failureNotice } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { Card } from "@/lib/ui/kit/cards/card";
import { SavedForm, useSavedForm } from "@/lib/ui/kit/fields/saved-form";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { useOpenProject } from "@/lib/ui/projects/project-frame";
import type { Project } from "@/lib/ui/projects/queries";
import { isTracked } from "@/lib/ui/projects/tracking";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { CaptureFields } from "@/lib/ui/tracker/capture-fields";
import { type CaptureValues, captureErrorsOf, setOf, toValues } from "@/lib/ui/tracker/capture-values";
import { ConfigTag, DeviceTile } from "@/lib/ui/tracker/device-tile";
import { Pausing } from "@/lib/ui/tracker/pausing";
import {
  type ProjectTracker as Tracker,
  useProjectTracker,
  useSetProjectTracker,
  useWorkspaceDevices,
  type WorkspaceDevice,
} from "@/lib/ui/tracker/queries";
import { pauseTextFor, pauseTextOnProject, shortTime } from "@/lib/ui/tracker/words";
import tracking from "./tracker.module.css";

const CHOICES = [
  { value: "inherit", label: "Same as the workspace" },
  { value: "on", label: "On" },
  { value: "off", label: "Off" },
];
const ENABLED: Record<string, boolean | null> = { inherit: null, on: true, off: false };

const USUAL: CaptureValues = {
  sample_interval_s: SAMPLE_INTERVAL_S_DEFAULT,
  idle_threshold_s: IDLE_THRESHOLD_S_DEFAULT,
  screenshot_policy: "off",
  screenshot_every_n_samples: SCREENSHOT_EVERY_N_SAMPLES_DEFAULT,
  excluded_bundle_ids: "",
};

function ProjectPausing({ project, tracker }: { project: Project; tracker: Tracker }) {
  const paused = { ...tracker, paused_by: tracker.paused_by.filter((by) => by !== "tracker_off") };
  return (
    <div className={tracking.action}>
      <Pausing
        of={{ project_id: project.id }}
        isPaused={paused.paused_by.includes("project")}
        state={pauseTextOnProject(paused) ?? "Not paused"}
        failure={`${project.name} stays paused`}
        title={`Pause the tracker of ${project.name}?`}
      >
        Nothing captured meanwhile is kept for this project, even if a device sends it later.
      </Pausing>
    </div>
  );
}

type CardProps = { project: Project; tracker: Tracker | undefined };

function SwitchCard({ project, tracker }: CardProps) {
  const { can, workspace } = useWorkspace();
  const set = useSetProjectTracker(project.id);
  const stored = project.settings.tracker_enabled;
  const own = set.isPending ? (set.variables.enabled ?? undefined) : stored;
  const isOn = isTracked(workspace, { settings: own === undefined ? {} : { tracker_enabled: own } });
  return (
    <Card
      id="tracker"
      title="Tracker"
      note={
        isOn ? "Members' devices may record time for this project" : "No time is recorded for this project"
      }
    >
      <SegmentedControl
        aria-label="Tracker"
        data={CHOICES}
        value={own === undefined ? "inherit" : own ? "on" : "off"}
        disabled={!can("can_manage_tracker")}
        onChange={(value) =>
          set.mutate({ enabled: ENABLED[value] ?? null }, failureNotice("The tracker was not changed"))
        }
      />
      <Text size="sm" c="dimmed" mt="xs">
        {workspace.settings.tracker_enabled === false
          ? "The tracker is off for the whole workspace, so these settings have no effect."
          : `“Same as the workspace” means ${workspace.settings.tracker_enabled ? "on" : "off"} at present.`}
      </Text>
      {tracker ? <ProjectPausing project={project} tracker={tracker} /> : null}
    </Card>
  );
}

function CaptureForm({ project, tracker }: { project: Project; tracker: Tracker }) {
  const set = useSetProjectTracker(project.id);
  const { refetch } = useProjectTracker(project.id, true);
  const { form, save } = useSavedForm<CaptureValues>({
    initialValues: toValues(tracker.config),
    send: async (changed) => {
      // All settings are replaced at once: those that were not changed here are sent as they are by now. If that can't be
      // told, nothing is saved, for it would undo what others changed.
      const { data: now = tracker } = await refetch({ throwOnError: true });
      const values = { ...toValues(now.config), ...changed };
      return toValues((await set.mutateAsync({ config: setOf(values) })).config);
    },
    errorsOf: captureErrorsOf,
    saidThen: "Saved. Devices fetch it with their next heartbeat.",
  });
  return (
    <SavedForm form={form} onSubmit={save}>
      {tracker.screenshots_from === null ? null : (
        <Alert role="note">
          People have been notified of screenshots. Their devices begin at{" "}
          {shortTime(tracker.screenshots_from)}.
        </Alert>
      )}
      <CaptureFields form={form} usual={USUAL} />
    </SavedForm>
  );
}

function DeviceRow({ device }: { device: WorkspaceDevice }) {
  const { slug } = useWorkspace();
  const query = new URLSearchParams({ project: device.project_id, device: device.device_id });
  const paused = pauseTextFor(device);
  return (
    <li className={`${rows.row} ${tracking.row}`}>
      <DeviceTile platform={device.platform} />
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={`${workspacePath(slug, "tracker/devices")}?${query}`} className={list.link}>
            {device.name ?? "Unnamed device"}
          </Link>
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          <bdi>{device.developer_name}</bdi>
          {device.last_seen_at === null ? null : (
            <>
              {" "}
              · <RelativeTime at={device.last_seen_at} />
            </>
          )}
        </p>
        {paused === null ? null : <p className={`${rows.detail} ${rows.wrapping}`}>{paused}</p>}
      </div>
      <ConfigTag state={device.config_state} />
    </li>
  );
}

function DevicesCard({ project }: { project: Project }) {
  const devices = useWorkspaceDevices({ project_id: project.id });
  return (
    <Card id="devices" title="Devices" note="Enrolled on this project, and whether each works by what is set">
      <Rows
        list={devices}
        what="devices"
        label={`Devices of ${project.name}`}
        empty="No device is enrolled yet. Members of the project enrol their own."
        renderRow={(device) => <DeviceRow key={device.device_id} device={device} />}
      />
    </Card>
  );
}

/** Whether and how time is recorded for a project. Those who don't manage the tracker only see whether. */
export function ProjectTracker() {
  const { can } = useWorkspace();
  const project = useOpenProject();
  const mayManage = can("can_manage_tracker");
  const tracker = useProjectTracker(project.id, mayManage);
  if (!mayManage) {
    return (
      <>
        <ReadOnlyNote permission="can_manage_tracker">Setting the tracker</ReadOnlyNote>
        <SwitchCard project={project} tracker={undefined} />
      </>
    );
  }
  return (
    <Loaded query={tracker} what="the tracker of this project" bones={[160, 320]}>
      {(shown) => (
        <div className={list.columns}>
          <div className={list.stack}>
            <SwitchCard project={project} tracker={shown} />
            <Card
              id="capture"
              title="What devices capture"
              note="For every device of the project without settings of its own"
            >
              <CaptureForm project={project} tracker={shown} />
            </Card>
          </div>
          <div className={list.stack}>
            <DevicesCard project={project} />
          </div>
        </div>
      )}
    </Loaded>
  );
}
