import {
  IconBrandApple,
  IconBrandUbuntu,
  IconBrandWindows,
  IconDeviceDesktop,
  type IconDeviceLaptop,
} from "@tabler/icons-react";
import rows from "@/lib/ui/kit/rows.module.css";
import { Tag } from "@/lib/ui/kit/tag";

const ICONS: Record<string, typeof IconDeviceLaptop> = {
  macos: IconBrandApple,
  windows: IconBrandWindows,
  linux: IconBrandUbuntu,
};
const NAMES: Record<string, string> = { macos: "macOS", windows: "Windows", linux: "Linux" };

/** A system's name. */
export function platformName(platform: string): string {
  return NAMES[platform] ?? platform;
}

/** The icon of a device's system. */
export function DeviceTile({ platform }: { platform: string }) {
  const Icon = ICONS[platform] ?? IconDeviceDesktop;
  return (
    <span className={rows.tile}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </span>
  );
}

/** Whether a device has applied its current settings. */
export function ConfigTag({ state }: { state: "applied" | "pending" }) {
  return state === "applied" ? <Tag>Settings applied</Tag> : <Tag tone="accent">Settings pending</Tag>;
}
