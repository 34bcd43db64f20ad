import { useDisclosure } from "@mantine/hooks";
import { standsAbove } from "@/lib/access/rules";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconListSearch, IconPlayerPause, IconPlayerPlay, IconUserMinus } from "@/lib/ui/icons";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { type Member, useUpdateMember } from "@/lib/ui/members/queries";
import { RemoveMemberDialog, SuspendMemberDialog } from "@/lib/ui/members/remove-member";
import { assignProblem, useAuthority } from "@/lib/ui/roles/authority";
import type { Role } from "@/lib/ui/roles/queries";
import { RolePicker } from "@/lib/ui/roles/role-picker";
import classes from "./members.module.css";

/** Why the reader can't change a member, or null if they can. The server enforces the same. */
export function useEditProblem(member: Member): string | null {
  const { me, can } = useWorkspace();
  const actor = useAuthority();
  if (!can("can_manage_members"))
    return "Changing members requires can_manage_members, which you don't have.";
  if (actor.isOwner) return null;
  if (member.developer_id === me.member.developer_id)
    return "Someone else has to change your role and permissions.";
  return standsAbove(actor, member.priority) ? null : `The role ${member.role_name} is not below yours.`;
}

/** The member's role; those who may change it can do so here, and undo it. */
export function MemberRole({ member, isQuiet = false }: { member: Member; isQuiet?: boolean }) {
  const { can } = useWorkspace();
  const actor = useAuthority();
  const update = useUpdateMember();
  const problem = useEditProblem(member);
  if (problem !== null || !can("can_view_roles")) {
    return (
      <p className={classes.fixed} title={problem ?? "Viewing other roles requires can_view_roles."}>
        {member.role_name}
      </p>
    );
  }
  const set = (roleId: string, shown: Pick<Member, "role_name" | "priority" | "is_owner">) =>
    update.mutateAsync({ developerId: member.developer_id, change: { custom_role_id: roleId }, shown });
  const change = async (role: Role) => {
    if (role.id === member.custom_role_id) return;
    const isOwner = role.is_system && role.based_on_template === "owner";
    try {
      await set(role.id, { role_name: role.name, priority: role.priority, is_owner: isOwner });
    } catch (error) {
      notifyFailure(`${member.name} stays ${member.role_name}`, error);
      return;
    }
    const { custom_role_id: before, role_name, priority, is_owner } = member;
    // A legacy role can't be assigned again: it has no id.
    if (before === null) return;
    notifyUndoable(
      `${member.name} is now ${role.name}`,
      () =>
        void set(before, { role_name, priority, is_owner }).catch((error: unknown) =>
          notifyFailure(`${member.name} stays ${role.name}`, error),
        ),
      `role-${member.developer_id}`,
    );
  };
  return (
    <RolePicker
      name={`Role of ${member.name}`}
      size="sm"
      isQuiet={isQuiet}
      value={{ id: member.custom_role_id ?? "", name: member.role_name }}
      placeholder="No role"
      problemOf={(role) => assignProblem(actor, role)}
      onChange={(role) => void change(role)}
    />
  );
}

type MenuProps = { member: Member; onExplore?: () => void; onRemoved?: () => void };

/** Other actions on a member. */
export function MemberMenu({ member, onExplore, onRemoved }: MenuProps) {
  const update = useUpdateMember();
  const [isSuspending, suspending] = useDisclosure();
  const [isRemoving, removing] = useDisclosure();
  const mayEdit = useEditProblem(member) === null;
  const { me } = useWorkspace();
  const isSelf = member.developer_id === me.member.developer_id;
  const isActive = member.status === "active";
  const setStatus = (status: Member["status"]) =>
    update.mutateAsync({ developerId: member.developer_id, change: { status } });
  const reactivate = () =>
    setStatus("active").then(
      () =>
        notifyUndoable(
          `${member.name} is active again`,
          () =>
            void setStatus("suspended").catch((error: unknown) =>
              notifyFailure(`${member.name} stays active`, error),
            ),
        ),
      (error: unknown) => notifyFailure(`${member.name} stays suspended`, error),
    );
  const hasMore = mayEdit && !isSelf;
  if (!hasMore && !onExplore) return null;
  return (
    <>
      <DotsMenu
        label={`Actions for ${member.name}`}
        width={250}
        entries={[
          onExplore !== undefined && {
            name: `What ${isSelf ? "you" : "they"} can do and why`,
            Icon: IconListSearch,
            onClick: onExplore,
          },
          hasMore &&
            (isActive
              ? { name: "Suspend…", Icon: IconPlayerPause, onClick: suspending.open }
              : { name: "Reactivate", Icon: IconPlayerPlay, onClick: () => void reactivate() }),
          hasMore && { name: "Remove…", Icon: IconUserMinus, isDanger: true, onClick: removing.open },
        ]}
      />
      <SuspendMemberDialog member={member} isOpen={isSuspending} onClose={suspending.close} />
      <RemoveMemberDialog
        member={member}
        isOpen={isRemoving}
        onClose={removing.close}
        {...(onRemoved ? { onDone: onRemoved } : {})}
      />
    </>
  );
}
