import { useDisclosure } from "@mantine/hooks";
import { useRouter } from "next/navigation";
import { roleChangeProblem } from "@/lib/access/rules";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconArrowsDiff, IconCopy, IconTrash, IconUsers } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { stayingHere } from "@/lib/ui/kit/dialogs/use-waiting";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { countOf } from "@/lib/ui/kit/words/counts";
import { useAuthority } from "@/lib/ui/roles/authority";
import { type Role, useDeleteRole, useDuplicateRole } from "@/lib/ui/roles/queries";
import { workspacePath } from "@/lib/ui/shell/navigation";

/** Whether a role is the owner role, which nobody can change. */
function isOwnerRole({ is_system, based_on_template }: Role): boolean {
  return is_system && based_on_template === "owner";
}

/** Why the reader can't change a role, or null if they can. The server enforces the same. */
export function useRoleProblem(role: Role): string | null {
  const { can } = useWorkspace();
  const actor = useAuthority();
  if (!can("can_manage_roles")) return "Changing roles requires can_manage_roles, which you don't have.";
  if (isOwnerRole(role)) return "The owner role grants everything and can't be changed.";
  return roleChangeProblem(actor, role, role) === null
    ? null
    : "This role is not below yours, so only somebody above it can change it.";
}

/** `2 members and 1 open invite`; empty if nobody has the role and no open invite gives it. */
function usersOf({ member_count, invite_count }: Role): string {
  return [
    member_count > 0 ? countOf(member_count, "member") : "",
    invite_count > 0 ? countOf(invite_count, "open invite") : "",
  ]
    .filter((each) => each !== "")
    .join(" and ");
}

/** Why the reader can't delete a role, or null if they can. */
function deletionProblem(role: Role, problem: string | null): string | null {
  if (role.is_system) return "Built-in roles stay";
  if (problem) return "Not below your own role";
  const users = usersOf(role);
  if (users === "") return null;
  if (role.member_count > 0) return `In use by ${users}`;
  return `In use by ${users}: withdraw ${role.invite_count === 1 ? "it" : "them"} first`;
}

/** Actions on a role besides editing it. */
export function RoleMenu({ role, onDeleted }: { role: Role; onDeleted?: () => void }) {
  const { slug, can } = useWorkspace();
  const router = useRouter();
  const actor = useAuthority();
  const duplicate = useDuplicateRole();
  const remove = useDeleteRole();
  const [isAsking, { open, close }] = useDisclosure();
  const problem = useRoleProblem(role);
  const undeletable = deletionProblem(role, problem);
  const uncopyable = roleChangeProblem(actor, null, role);
  const mayManage = can("can_manage_roles");
  const copy = async () => {
    const isHere = stayingHere();
    try {
      const made = await duplicate.mutateAsync(role.id);
      if (isHere()) router.push(workspacePath(slug, `roles/${made.id}`));
    } catch (error) {
      notifyFailure(`${role.name} was not duplicated`, error);
    }
  };
  return (
    <>
      <DotsMenu
        label={`Actions for ${role.name}`}
        width={260}
        isBusy={duplicate.isPending}
        entries={[
          can("can_view_members") && {
            name: "Who has it",
            Icon: IconUsers,
            onClick: () => router.push(workspacePath(slug, `members?role=${role.id}`)),
          },
          {
            name: "Compare with another role",
            Icon: IconArrowsDiff,
            onClick: () => router.push(workspacePath(slug, `roles/compare?roles=${role.id}`)),
          },
          mayManage && { name: "Duplicate", Icon: IconCopy, problem: uncopyable, onClick: () => void copy() },
          mayManage && {
            name: "Delete…",
            Icon: IconTrash,
            isDanger: true,
            problem: undeletable,
            onClick: open,
          },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={close}
        title={`Delete the role ${role.name}?`}
        confirmLabel="Delete role"
        typed={role.slug}
        onConfirm={() => remove.mutateAsync(role.id)}
        onDone={onDeleted}
      >
        {undeletable === null
          ? "Nobody has it and no open invite gives it, so nobody loses access. Invites to it that have expired or were accepted go with it. This can't be undone."
          : `${undeletable}.`}
      </ConfirmDialog>
    </>
  );
}
