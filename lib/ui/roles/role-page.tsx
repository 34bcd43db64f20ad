"use client";

import { Badge } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { ResourceFrame, resourceOf } from "@/lib/ui/kit/pages/resource-frame";
import { countOf } from "@/lib/ui/kit/words/counts";
import { type Role, useRole } from "@/lib/ui/roles/queries";
import { RoleMenu } from "@/lib/ui/roles/role-actions";
import { RoleEditor } from "@/lib/ui/roles/role-editor";
import { workspacePath } from "@/lib/ui/shell/navigation";

function Members({ role }: { role: Role }) {
  const { slug, can } = useWorkspace();
  const words = countOf(role.member_count, "member has it", "members have it");
  return (
    <>
      {can("can_view_members") && role.member_count > 0 ? (
        <Link href={workspacePath(slug, `members?role=${role.id}`)} className={page.link}>
          {words}
        </Link>
      ) : (
        words
      )}
      {role.invite_count > 0
        ? ` · ${countOf(role.invite_count, "open invite gives it", "open invites give it")}`
        : null}
    </>
  );
}

const ROLE = resourceOf<Role>("role");

/** One role and its permissions; those ranked above it can change it. */
export function RolePage({ roleId }: { roleId: string }) {
  const { slug } = useWorkspace();
  const router = useRouter();
  const roles = workspacePath(slug, "roles");
  return (
    <ResourceFrame
      of={ROLE}
      id={roleId}
      permission="can_view_roles"
      up={{ href: roles, label: "Roles" }}
      useQuery={useRole}
      nameOf={({ name }) => name}
    >
      {(role) => (
        <>
          <PageHeader
            title={
              <>
                {role.name}{" "}
                {role.is_system ? (
                  <Badge variant="default" tt="none" fw={500} style={{ verticalAlign: "0.2em" }}>
                    Built-in
                  </Badge>
                ) : null}
              </>
            }
            description={<Members role={role} />}
            actions={<RoleMenu role={role} onDeleted={() => router.push(roles)} />}
          />
          <RoleEditor role={role} />
        </>
      )}
    </ResourceFrame>
  );
}
