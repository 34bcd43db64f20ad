import type { Membership, Reason } from "@/lib/access/rules";
import { countOf } from "@/lib/ui/kit/words/counts";
import type { Member } from "@/lib/ui/members/queries";
import type { Role } from "@/lib/ui/roles/queries";

/** A member as input for the permission decision, in an active workspace. */
export function toMembership(member: Member, role: Role | null): Membership {
  return {
    workspaceIsActive: true,
    status: member.status,
    role: member.role,
    customRole: role && {
      permissions: role.permissions,
      basedOnTemplate: role.based_on_template,
      isSystem: role.is_system,
      priority: role.priority,
    },
    permissionOverrides: member.permission_overrides,
    appPermissions: member.app_permissions,
  };
}

/** How many permissions and apps were set for a member personally, in a few words; empty if none. */
export function personalChangesOf({ permission_overrides, app_permissions }: Member): string {
  const overrides = Object.keys(permission_overrides).length;
  const closed = Object.values(app_permissions).filter((isOpen) => !isOpen).length;
  const words = [
    overrides > 0 ? countOf(overrides, "override") : "",
    closed > 0 ? `${countOf(closed, "app")} off` : "",
  ];
  return words.filter((each) => each !== "").join(", ");
}

/** Why somebody has or lacks a permission, as a sentence about them. */
export function sentenceOf(reason: Reason, { role, app }: { role: string; app: string | null }): string {
  const sentences: Record<Reason, string> = {
    inactive: "Suspended: nothing works until they are active again",
    owner: "Owners have every permission",
    role: `From the role ${role}`,
    override: "Granted to them personally",
    override_removed: `The role ${role} grants it, but it was taken from them personally`,
    app_closed: `The app ${app ?? ""} is switched off for them`,
    not_granted: `The role ${role} does not grant it`,
  };
  return sentences[reason];
}
