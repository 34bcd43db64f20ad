"use client";

import { Badge, Button, NativeSelect, UnstyledButton } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { lazy } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { SearchField, useFilters } from "@/lib/ui/kit/filters";
import { LazyDialog } from "@/lib/ui/kit/lazy-dialog";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { PersonAvatar } from "@/lib/ui/kit/person";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import rows from "@/lib/ui/kit/rows.module.css";
import { MemberMenu, MemberRole } from "@/lib/ui/members/member-actions";
import { personalChangesOf } from "@/lib/ui/members/membership";
import { type Member, useMembers } from "@/lib/ui/members/queries";
import { useRole } from "@/lib/ui/roles/queries";
import { RolePicker } from "@/lib/ui/roles/role-picker";
import classes from "./members.module.css";

const MemberDrawer = lazy(() => import("@/lib/ui/members/member-drawer"));

const STATUSES = [
  { value: "", label: "Any status" },
  { value: "active", label: "Active" },
  { value: "suspended", label: "Suspended" },
];

function MemberRow({ member, onExplore }: { member: Member; onExplore: () => void }) {
  const { me } = useWorkspace();
  const personal = personalChangesOf(member);
  return (
    <li className={classes.row}>
      <div className={classes.person}>
        <PersonAvatar name={member.name} avatarUrl={member.avatar_url} size={34} />
        <div className={classes.words}>
          <div className={classes.title}>
            <UnstyledButton className={classes.name ?? ""} onClick={onExplore}>
              {member.name}
            </UnstyledButton>
            {member.developer_id === me.member.developer_id ? (
              <Badge variant="default" tt="none" fw={500}>
                You
              </Badge>
            ) : null}
            {member.status === "suspended" ? (
              <Badge color="orange" variant="light" tt="none" fw={600} c="var(--mantine-color-text)">
                Suspended
              </Badge>
            ) : null}
            {personal === "" || member.is_owner ? null : (
              <Badge variant="light" tt="none" fw={500}>
                {personal}
              </Badge>
            )}
          </div>
          <p className={rows.detail}>{member.email}</p>
        </div>
      </div>
      <div className={classes.role}>
        <MemberRole member={member} isQuiet />
      </div>
      <span className={classes.joined}>
        <RelativeTime at={member.joined_at} />
      </span>
      <MemberMenu member={member} onExplore={onExplore} />
    </li>
  );
}

function RoleFilter({ roleId, onChange }: { roleId: string; onChange: (roleId: string) => void }) {
  const { id } = useWorkspace();
  const role = useRole(id, roleId === "" ? null : roleId);
  return (
    <RolePicker
      name="Role"
      size="sm"
      placeholder="Any role"
      value={roleId === "" ? null : { id: roleId, name: role.data?.name ?? "This role" }}
      onChange={(chosen) => onChange(chosen.id)}
      onClear={{ label: "Any role", run: () => onChange("") }}
    />
  );
}

/** The members of the workspace, to be searched and cared for. */
export function MemberList() {
  const { id, can } = useWorkspace();
  const filters = useFilters();
  const [search, role, asked] = [filters.get("search"), filters.get("role"), filters.get("status")];
  const status = STATUSES.some(({ value }) => value === asked) ? asked : "";
  const members = useMembers(id, { search, status, custom_role_id: role });
  const explore = (developerId: string) => filters.set({ member: developerId });
  return (
    <>
      <search className={page.filters} aria-label="Filter the members">
        <SearchField
          className={page.search ?? ""}
          aria-label="Search members"
          placeholder="Search by name or email"
          value={search}
          onSearch={(text) => filters.set({ search: text })}
        />
        {can("can_view_roles") ? (
          <div style={{ width: "11rem" }}>
            <RoleFilter roleId={role} onChange={(chosen) => filters.set({ role: chosen })} />
          </div>
        ) : null}
        <NativeSelect
          aria-label="Status"
          size="sm"
          w={140}
          data={STATUSES}
          value={status}
          onChange={(event) => filters.set({ status: event.currentTarget.value })}
        />
      </search>
      <ListPanel
        list={members}
        what="members"
        label="Members"
        renderRow={(member) => (
          <MemberRow
            key={member.developer_id}
            member={member}
            onExplore={() => explore(member.developer_id)}
          />
        )}
        empty={
          <Empty
            Icon={IconUsers}
            title="Nobody matches"
            action={
              <Button variant="default" onClick={() => filters.set({ search: "", role: "", status: "" })}>
                Clear the filters
              </Button>
            }
          >
            Try another name, role or status.
          </Empty>
        }
      />
      <LazyDialog isOpen={filters.get("member") !== ""}>
        {(isOpen) => (
          <MemberDrawer developerId={filters.get("member")} isOpen={isOpen} onClose={() => explore("")} />
        )}
      </LazyDialog>
    </>
  );
}
