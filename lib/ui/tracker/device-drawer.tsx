import { Group, Stack, Text } from "@mantine/core";
import { Fact, Facts } from "@/lib/ui/kit/cards/facts";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { SavedForm, useSavedForm } from "@/lib/ui/kit/fields/saved-form";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { CaptureFields } from "@/lib/ui/tracker/capture-fields";
import { type CaptureValues, captureErrorsOf, fromValues, toValues } from "@/lib/ui/tracker/capture-values";
import { platformName } from "@/lib/ui/tracker/device-tile";
import { Pausing } from "@/lib/ui/tracker/pausing";
import {
  type ProjectTracker,
  useProjectTracker,
  useUpdateWorkspaceDevice,
  useWorkspaceDevices,
  type WorkspaceDevice,
} from "@/lib/ui/tracker/queries";
import { pauseTextFor, remarksOf } from "@/lib/ui/tracker/words";

type SettingsProps = { device: WorkspaceDevice; project: ProjectTracker; onSaved: () => void };

function OwnSettings({ device, project, onSaved }: SettingsProps) {
  const update = useUpdateWorkspaceDevice();
  const { form, save } = useSavedForm<CaptureValues>({
    initialValues: toValues(device.overrides),
    send: async (changed, values) => {
      const settings = Object.entries(fromValues(values)).filter(([name]) => name in changed);
      const config = Object.fromEntries(settings);
      const { overrides } = await update.mutateAsync({ id: device.device_id, config });
      onSaved();
      return toValues(overrides);
    },
    errorsOf: captureErrorsOf,
    saidThen: "Saved. The device fetches it with its next heartbeat.",
  });
  return (
    <SavedForm form={form} onSubmit={save}>
      <Text size="sm" c="dimmed">
        For this device only. An empty field takes the setting of {device.project_name}.
      </Text>
      <CaptureFields form={form} usual={toValues(project.config)} isOfDevice />
    </SavedForm>
  );
}

function Opened({ device, onSaved }: { device: WorkspaceDevice; onSaved: () => void }) {
  const project = useProjectTracker(device.project_id, true);
  const remarks = remarksOf(device);
  return (
    <Stack gap="lg">
      <Facts isList>
        <Fact label="Person">{device.developer_name}</Fact>
        <Fact label="Project">{device.project_name}</Fact>
        <Fact label="System">{platformName(device.platform)}</Fact>
        <Fact label="Last seen">
          {device.last_seen_at === null ? "Never" : <RelativeTime at={device.last_seen_at} />}
        </Fact>
        <Fact label="Configuration">
          <code>{device.config.config_etag}</code>, {device.config_state}
        </Fact>
      </Facts>
      {remarks.length > 0 ? (
        <Stack gap="xs">
          {remarks.map((remark) => (
            <Text key={remark} size="sm">
              {remark}
            </Text>
          ))}
        </Stack>
      ) : null}
      <Group justify="space-between" wrap="nowrap">
        <Pausing
          of={{ device_ids: [device.device_id] }}
          isPaused={device.paused_by.includes("device")}
          state={pauseTextFor(device) ?? "Recording"}
          failure="It stays paused"
          title={`Pause ${device.name ?? "this device"}?`}
        >
          Nothing it captures meanwhile is kept, even if it sends it later.
        </Pausing>
      </Group>
      <Loaded query={project} what="what its project sets" bones={[260]}>
        {(tracker) => <OwnSettings device={device} project={tracker} onSaved={onSaved} />}
      </Loaded>
    </Stack>
  );
}

type Props = { id: string; isOpen: boolean; onClose: () => void; items: readonly WorkspaceDevice[] };

/** One device's own settings, where they differ from its project's, and its pause. */
export default function DeviceDrawer({ id, isOpen, onClose, items }: Props) {
  const listed = items.filter((each) => each.device_id === id);
  // A link may lead to one that the list has not loaded yet, or leaves out.
  const asked = useWorkspaceDevices({ device_id: id }, isOpen && listed.length === 0);
  const devices = listed.length > 0 ? listed : asked.items;
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={devices?.[0]?.name ?? "Device"} size="36rem">
      <Loaded query={{ ...asked, data: devices }} what="this device" bones={[120, 260]}>
        {([device]) =>
          device ? (
            <Opened key={device.device_id} device={device} onSaved={onClose} />
          ) : (
            <Text size="sm" c="dimmed">
              This device is not enrolled here. Its owner may have unenrolled it.
            </Text>
          )
        }
      </Loaded>
    </SideDrawer>
  );
}
