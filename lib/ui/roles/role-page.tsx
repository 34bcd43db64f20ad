"use client";

import { Badge, Skeleton, Stack } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { Link } from "@/lib/ui/kit/link";
import { UpLink } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { type Role, useRole } from "@/lib/ui/roles/queries";
import { RoleMenu } from "@/lib/ui/roles/role-actions";
import { RoleEditor } from "@/lib/ui/roles/role-editor";
import { workspacePath } from "@/lib/ui/shell/navigation";

function Members({ role }: { role: Role }) {
  const { slug, can } = useWorkspace();
  const words = role.member_count === 1 ? "1 member has it" : `${role.member_count} members have it`;
  return can("can_view_members") && role.member_count > 0 ? (
    <Link href={workspacePath(slug, `members?role=${role.id}`)} className={page.link}>
      {words}
    </Link>
  ) : (
    words
  );
}

function OneRole({ roleId }: { roleId: string }) {
  const { id, slug } = useWorkspace();
  const router = useRouter();
  const role = useRole(id, roleId);
  const roles = workspacePath(slug, "roles");
  if (role.error && !role.data) {
    return (
      <>
        <UpLink href={roles}>Roles</UpLink>
        <ErrorNotice error={role.error} isPage what="this role" onRetry={() => void role.refetch()} />
      </>
    );
  }
  if (!role.data) {
    return (
      <Stack role="status" aria-label="Loading the role">
        <Skeleton height={28} width={220} radius="sm" />
        <Skeleton height={90} radius="md" />
        <Skeleton height={420} radius="md" />
      </Stack>
    );
  }
  return (
    <>
      <UpLink href={roles}>Roles</UpLink>
      <PageHeader
        title={
          <>
            {role.data.name}{" "}
            {role.data.is_system ? (
              <Badge variant="default" tt="none" fw={500} style={{ verticalAlign: "0.2em" }}>
                Built-in
              </Badge>
            ) : null}
          </>
        }
        description={<Members role={role.data} />}
        actions={<RoleMenu role={role.data} onDeleted={() => router.push(roles)} />}
      />
      <RoleEditor key={role.data.id} role={role.data} />
    </>
  );
}

/** One role: what it grants, to be changed by those who stand above it. */
export function RolePage({ roleId }: { roleId: string }) {
  return useWorkspace().can("can_view_roles") ? (
    <OneRole roleId={roleId} />
  ) : (
    <NoPermission permission="can_view_roles" />
  );
}
