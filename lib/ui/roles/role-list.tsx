"use client";

import { Badge, Button, VisuallyHidden } from "@mantine/core";
import { useRouter } from "next/navigation";
import { CATALOG } from "@/lib/access/catalog";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconArrowsDiff, IconShieldLock } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { searchFilter } from "@/lib/ui/kit/filters/list-filters";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { countOf } from "@/lib/ui/kit/words/counts";
import { type Role, useRoles } from "@/lib/ui/roles/queries";
import { RoleMenu } from "@/lib/ui/roles/role-actions";
import { workspacePath } from "@/lib/ui/shell/navigation";

const NewRoleDialog = lazyDialog(() => import("@/lib/ui/roles/new-role"));

const FILTERS = [searchFilter("Search roles", "Search roles")];

function RoleRow({ role }: { role: Role }) {
  const { slug } = useWorkspace();
  return (
    <li className={rows.row}>
      <span className={rows.tile} title={`Priority ${role.priority}`}>
        <VisuallyHidden>Priority </VisuallyHidden>
        {role.priority}
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `roles/${role.id}`)} className={page.link} data-opens>
            {role.name}
          </Link>
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          {countOf(role.member_count, "member")}
          {role.invite_count > 0 ? ` · ${countOf(role.invite_count, "open invite")}` : ""}
          {" · "}
          {role.permissions.length === CATALOG.length
            ? "all permissions"
            : `${role.permissions.length} of ${CATALOG.length} permissions`}
          {role.description === "" ? "" : ` · ${role.description}`}
        </p>
      </div>
      {role.is_system ? (
        <Badge variant="default" visibleFrom="xs" tt="none" fw={500}>
          Built-in
        </Badge>
      ) : null}
      <RoleMenu role={role} />
    </li>
  );
}

/** The roles of the workspace. */
export function RoleList() {
  const { slug } = useWorkspace();
  const router = useRouter();
  return (
    <ListScreen
      permission="can_view_roles"
      title="Roles"
      description="What a member may do comes from their role. A role's priority is its authority: nobody changes or assigns a role at or above their own."
      actions={() => (
        <Button
          component={Link}
          href={workspacePath(slug, "roles/compare")}
          variant="default"
          leftSection={<IconArrowsDiff size={16} stroke={1.75} />}
        >
          Compare
        </Button>
      )}
      what="roles"
      label="Roles"
      Icon={IconShieldLock}
      create={{
        permission: "can_manage_roles",
        label: "New role",
        keepsAddress: true,
        dialog: (dialog) => (
          <NewRoleDialog
            {...dialog}
            onCreated={(role) => router.push(workspacePath(slug, `roles/${role.id}`))}
          />
        ),
      }}
      filters={FILTERS}
      useItems={useRoles}
      row={(role) => <RoleRow key={role.id} role={role} />}
      empty={{ title: "No role matches", text: "Try another name." }}
      noMatch={{ title: "No role matches", text: "Try another name." }}
    />
  );
}
