import {
  IconBrandApple,
  IconBrandUbuntu,
  IconBrandWindows,
  IconDeviceDesktop,
  type IconDeviceLaptop,
} from "@/lib/ui/icons";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Tag } from "@/lib/ui/kit/status/tag";

/** Systems by what clients call them, which may be any word. */
const SYSTEMS: ReadonlyMap<string, { name: string; Icon: typeof IconDeviceLaptop }> = new Map([
  ["macos", { name: "macOS", Icon: IconBrandApple }],
  ["windows", { name: "Windows", Icon: IconBrandWindows }],
  ["linux", { name: "Linux", Icon: IconBrandUbuntu }],
]);

/** A system's name. */
export function platformName(platform: string): string {
  return SYSTEMS.get(platform)?.name ?? platform;
}

/** The icon of a device's system. */
export function DeviceTile({ platform }: { platform: string }) {
  const Icon = SYSTEMS.get(platform)?.Icon ?? IconDeviceDesktop;
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
