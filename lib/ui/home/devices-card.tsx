import { Anchor, Text } from "@mantine/core";
import { skewText } from "@/lib/tracker/days/rules";
import { CLOCK_SKEW_TOLD_S_MIN } from "@/lib/tracker/ingest/limits";
import { HowToRecord } from "@/lib/ui/home/how-to-record";
import { type Device, useDevices } from "@/lib/ui/home/queries";
import { Card } from "@/lib/ui/kit/cards/card";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { DeviceTile, platformName } from "@/lib/ui/tracker/device-tile";
import { OwnDeviceActions } from "@/lib/ui/tracker/own-device-actions";
import { ownPauseText, projectOf, shortTime } from "@/lib/ui/tracker/words";

const LIVE_MS = 5 * 60_000;

function screenshotsText({ config, screenshots_from: from }: Device): string | null {
  if (from !== null) return `Screenshots begin ${shortTime(from)}.`;
  const { screenshot_policy: policy, screenshot_every_n_samples: samples } = config;
  if (policy === "off") return null;
  const what = policy === "full_screen" ? "the whole screen" : "the window in use";
  return `Takes a screenshot of ${what} ${samples === 1 ? "with every sample" : `every ${samples} samples`}.`;
}

function DeviceRow({ device }: { device: Device }) {
  const skewS = device.clock_skew_s ?? 0;
  const remarks = [
    ownPauseText(device),
    screenshotsText(device),
    Math.abs(skewS) >= CLOCK_SKEW_TOLD_S_MIN
      ? `Its clock is ${skewText(skewS)}: samples may be refused.`
      : null,
  ].filter((remark) => remark !== null);
  const isLive = device.last_seen_at !== null && Date.now() - Date.parse(device.last_seen_at) < LIVE_MS;
  return (
    <li className={rows.row}>
      <DeviceTile platform={device.platform} />
      <div className={rows.main}>
        <p className={rows.name}>{device.name ?? "Unnamed device"}</p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          {platformName(device.platform)} · <bdi>{projectOf(device)}</bdi> ·{" "}
          {device.last_seen_at === null ? (
            "never seen"
          ) : (
            <>
              <span className={`${rows.status} ${isLive ? rows.live : ""}`} aria-hidden="true" />
              <RelativeTime at={device.last_seen_at} />
            </>
          )}
        </p>
        {remarks.map((remark) => (
          <p key={remark} className={`${rows.detail} ${rows.wrapping}`}>
            {remark}
          </p>
        ))}
      </div>
      <OwnDeviceActions device={device} />
    </li>
  );
}

/** The reader's devices and when each last reported. An empty day beside it already shows how to record. */
export function DevicesCard({
  demoCommand,
  isBesideDay = false,
}: {
  demoCommand: string;
  isBesideDay?: boolean;
}) {
  const devices = useDevices();
  return (
    <Card id="devices" title="Devices" note="Yours, across all workspaces">
      <Rows
        list={devices}
        what="devices"
        named="your devices"
        empty={
          <>
            <Text size="sm" c="dimmed">
              No device is enrolled yet.
              {isBesideDay ? (
                <>
                  {" "}
                  <Anchor component={Link} href="/docs/tracker-client" size="sm" underline="always">
                    How to record time
                  </Anchor>
                </>
              ) : null}
            </Text>
            {isBesideDay ? null : <HowToRecord demoCommand={demoCommand} />}
          </>
        }
        renderRow={(device) => <DeviceRow key={device.device_id} device={device} />}
      />
    </Card>
  );
}
