"use client";

import { Text } from "@mantine/core";
import {
  IconBrandApple,
  IconBrandUbuntu,
  IconBrandWindows,
  IconDeviceDesktop,
  type IconDeviceLaptop,
} from "@tabler/icons-react";
import { skewText } from "@/lib/tracker/days/rules";
import { CLOCK_SKEW_TOLD_S_MIN } from "@/lib/tracker/ingest/limits";
import { type Device, useDevices } from "@/lib/ui/home/queries";
import { Card } from "@/lib/ui/kit/card";
import { CopyCommand } from "@/lib/ui/kit/copy-command";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import { Rows } from "@/lib/ui/kit/rows";
import rows from "@/lib/ui/kit/rows.module.css";

const LIVE_MS = 5 * 60_000;
const ICONS: Record<string, typeof IconDeviceLaptop> = {
  macos: IconBrandApple,
  windows: IconBrandWindows,
  linux: IconBrandUbuntu,
};
const PLATFORM_NAMES: Record<string, string> = { macos: "macOS", windows: "Windows", linux: "Linux" };

function DeviceRow({ device }: { device: Device }) {
  const Icon = ICONS[device.platform] ?? IconDeviceDesktop;
  const isLive = device.last_seen_at !== null && Date.now() - Date.parse(device.last_seen_at) < LIVE_MS;
  return (
    <li className={rows.row}>
      <span className={rows.tile}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>{device.name ?? "Unnamed device"}</p>
        <p className={rows.detail}>
          {PLATFORM_NAMES[device.platform] ?? device.platform} · {device.project_name}
        </p>
        {Math.abs(device.clock_skew_s ?? 0) >= CLOCK_SKEW_TOLD_S_MIN ? (
          <p className={rows.detail}>
            Its clock is {skewText(device.clock_skew_s ?? 0)}: samples may be refused.
          </p>
        ) : null}
      </div>
      <span className={rows.side}>
        {device.last_seen_at === null ? (
          "Never seen"
        ) : (
          <>
            <span className={`${rows.status} ${isLive ? rows.live : ""}`} aria-hidden="true" />
            <RelativeTime at={device.last_seen_at} />
          </>
        )}
      </span>
    </li>
  );
}

/** The reader's devices and when each was last heard of. */
export function DevicesCard({ demoCommand }: { demoCommand: string }) {
  const devices = useDevices();
  return (
    <Card id="devices" title="Devices" note="Yours, across all workspaces">
      <Rows
        list={devices}
        what="devices"
        named="your devices"
        empty={
          <>
            <Text size="sm" c="dimmed" mb="sm">
              No device is enrolled yet. The demo client enrols one, from the folder of the service:
            </Text>
            <CopyCommand command={demoCommand} />
          </>
        }
        renderRow={(device) => <DeviceRow key={device.device_id} device={device} />}
      />
    </Card>
  );
}
