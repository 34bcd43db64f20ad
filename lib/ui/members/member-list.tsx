import { Badge, UnstyledButton } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { IconUsers } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { choiceFilter, customFilter, searchFilter } from "@/lib/ui/kit/filters/list-filters";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { MemberMenu, MemberRole } from "@/lib/ui/members/member-actions";
import { personalChangesOf } from "@/lib/ui/members/membership";
import { type Member, useMembers } from "@/lib/ui/members/queries";
import { useRole } from "@/lib/ui/roles/queries";
import { RolePicker } from "@/lib/ui/roles/role-picker";
import classes from "./members.module.css";

const MemberDrawer = lazyDialog(() => import("@/lib/ui/members/member-drawer"));

function MemberRow({ member, onExplore }: { member: Member; onExplore: () => void }) {
  const { me } = useWorkspace();
  const personal = personalChangesOf(member);
  return (
    <li className={classes.row}>
      <div className={classes.person}>
        <PersonAvatar name={member.name} avatarUrl={member.avatar_url} size={34} />
        <div className={classes.words}>
          <div className={classes.title}>
            <UnstyledButton className={classes.name ?? ""} onClick={onExplore} data-opens>
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
  const { can } = useWorkspace();
  const maySee = can("can_view_roles");
  const role = useRole(roleId === "" ? null : roleId, maySee);
  if (!maySee) return null;
  return (
    <div style={{ width: "11rem" }}>
      <RolePicker
        name="Role"
        size="sm"
        placeholder="Any role"
        value={roleId === "" ? null : { id: roleId, name: role.data?.name ?? "This role" }}
        onChange={(chosen) => onChange(chosen.id)}
        onClear={{ label: "Any role", run: () => onChange("") }}
      />
    </div>
  );
}

const FILTERS = [
  searchFilter("Search members", "Search by name or email"),
  customFilter("role", { field: ({ value, set }) => <RoleFilter roleId={value} onChange={set} /> }),
  choiceFilter("status", "Status", [
    { value: "", label: "Any status" },
    { value: "active", label: "Active" },
    { value: "suspended", label: "Suspended" },
  ]),
];

type Query = AddressTexts<"search" | "role" | "status">;

function useShownMembers({ search, role, status }: Query) {
  return useMembers({ search, status, custom_role_id: role });
}

/** The members of the workspace, with search and actions. */
export function MemberList() {
  return (
    <ListScreen
      what="members"
      label="Members"
      Icon={IconUsers}
      filters={FILTERS}
      useItems={useShownMembers}
      row={(member, open) => (
        <MemberRow key={member.developer_id} member={member} onExplore={() => open(member.developer_id)} />
      )}
      empty={{ title: "Nobody matches", text: "Try another name, role or status." }}
      noMatch={{ title: "Nobody matches", text: "Try another name, role or status." }}
      detail={{ name: "member", drawer: (drawer) => <MemberDrawer {...drawer} /> }}
    />
  );
}
