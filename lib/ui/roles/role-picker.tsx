import { type ComponentType, useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import { RoleButton, type RolePickerProps } from "@/lib/ui/roles/role-button";

/** Finds a role of the workspace. Roles that can't be chosen say why. The list is loaded on demand. */
export function RolePicker(props: RolePickerProps) {
  const [Finder, setFinder] = useState<ComponentType<RolePickerProps> | null>(null);
  if (Finder) return <Finder {...props} />;
  const open = () =>
    import("@/lib/ui/roles/role-finder").then(
      ({ RoleFinder }) => setFinder(() => RoleFinder),
      (error: unknown) => notifyFailure("The roles could not be loaded", error),
    );
  return <RoleButton {...props} aria-expanded={false} onClick={() => void open()} />;
}
