"use client";

import { Badge, Button, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowsDiff, IconPlus, IconShieldLock } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { lazy } from "react";
import { CATALOG } from "@/lib/access/catalog";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { SearchField, useFilters } from "@/lib/ui/kit/filters";
import { LazyDialog } from "@/lib/ui/kit/lazy-dialog";
import { Link } from "@/lib/ui/kit/link";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import rows from "@/lib/ui/kit/rows.module.css";
import { type Role, useRoles } from "@/lib/ui/roles/queries";
import { RoleMenu } from "@/lib/ui/roles/role-actions";
import { workspacePath } from "@/lib/ui/shell/navigation";

const NewRoleDialog = lazy(() => import("@/lib/ui/roles/new-role"));

function RoleRow({ role, slug }: { role: Role; slug: string }) {
  return (
    <li className={rows.row}>
      <span className={rows.tile} title={`Priority ${role.priority}`}>
        <VisuallyHidden>Priority </VisuallyHidden>
        {role.priority}
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `roles/${role.id}`)} className={page.link}>
            {role.name}
          </Link>
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          {role.member_count === 1 ? "1 member" : `${role.member_count} members`}
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

function Roles() {
  const { id, slug, can } = useWorkspace();
  const router = useRouter();
  const filters = useFilters();
  const search = filters.get("search");
  const roles = useRoles(id, { search });
  const [isCreating, { open, close }] = useDisclosure();
  return (
    <>
      <PageHeader
        title="Roles"
        description="What a member may do comes from their role. A role's priority is its authority: nobody changes or assigns a role at or above their own."
        actions={
          <>
            <Button
              component={Link}
              href={workspacePath(slug, "roles/compare")}
              variant="default"
              leftSection={<IconArrowsDiff size={16} stroke={1.75} />}
            >
              Compare
            </Button>
            {can("can_manage_roles") ? (
              <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={open}>
                New role
              </Button>
            ) : null}
          </>
        }
      />
      <div className={page.filters}>
        <SearchField
          className={page.search ?? ""}
          aria-label="Search roles"
          placeholder="Search roles"
          value={search}
          onSearch={(text) => filters.set({ search: text })}
        />
      </div>
      <ListPanel
        list={roles}
        what="roles"
        label="Roles"
        renderRow={(role) => <RoleRow key={role.id} role={role} slug={slug} />}
        empty={
          <Empty
            Icon={IconShieldLock}
            title="No role matches"
            action={
              <Button variant="default" onClick={() => filters.set({ search: "" })}>
                Clear the search
              </Button>
            }
          >
            Try another name.
          </Empty>
        }
      />
      <LazyDialog isOpen={isCreating}>
        {(isOpen) => (
          <NewRoleDialog
            isOpen={isOpen}
            onClose={close}
            onCreated={(role) => router.push(workspacePath(slug, `roles/${role.id}`))}
          />
        )}
      </LazyDialog>
    </>
  );
}

/** The roles of the workspace. */
export function RoleList() {
  return useWorkspace().can("can_view_roles") ? <Roles /> : <NoPermission permission="can_view_roles" />;
}
