"use client";

import { Button, NativeSelect } from "@mantine/core";
import { IconPlus, IconUsersGroup } from "@tabler/icons-react";
import { useRouter } from "next/navigation";
import { lazy } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { SearchField, useFilters } from "@/lib/ui/kit/filters";
import { LazyDialog } from "@/lib/ui/kit/lazy-dialog";
import { Link } from "@/lib/ui/kit/link";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import classes from "@/lib/ui/kit/list-page.module.css";
import { NoPermission } from "@/lib/ui/kit/no-permission";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import rows from "@/lib/ui/kit/rows.module.css";
import { Tag } from "@/lib/ui/kit/tag";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { type Team, useCreateTeam, useTeams } from "@/lib/ui/teams/queries";
import { TEAM_TYPES } from "@/lib/ui/teams/team-types";

const TeamDialog = lazy(() => import("@/lib/ui/teams/team-form"));

function TeamRow({ team, slug }: { team: Team; slug: string }) {
  return (
    <li className={rows.row}>
      <span className={rows.tile}>
        <IconUsersGroup size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `teams/${team.id}`)} className={classes.link}>
            {team.name}
          </Link>
        </p>
        <p className={rows.detail}>
          {team.member_count === 1 ? "1 member" : `${team.member_count} members`}
          {team.type === "manual" ? null : team.synced_at === null ? (
            " · never synced"
          ) : (
            <>
              {" · synced "}
              <RelativeTime at={team.synced_at} />
            </>
          )}
        </p>
      </div>
      <Tag>{TEAM_TYPES[team.type].label}</Tag>
    </li>
  );
}

function Teams() {
  const { id, slug, can } = useWorkspace();
  const router = useRouter();
  const filters = useFilters();
  const [search, type] = [filters.get("search"), filters.get("type")];
  const teams = useTeams(id, { type: type in TEAM_TYPES ? type : "", search });
  const create = useCreateTeam(id);
  const mayCreate = can("can_manage_teams");
  const isFiltered = search !== "" || type !== "";
  const newTeam = mayCreate ? (
    <Button leftSection={<IconPlus size={16} stroke={2} />} onClick={() => filters.set({ new: "1" })}>
      New team
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Teams"
        description="Groups of members, put together by hand or by who works on which repositories."
        actions={newTeam}
      />
      <div className={classes.filters}>
        <SearchField
          className={classes.search ?? ""}
          aria-label="Search teams"
          placeholder="Search teams"
          value={search}
          onSearch={(text) => filters.set({ search: text })}
        />
        <NativeSelect
          aria-label="Type"
          w={180}
          data={[
            { value: "", label: "Any type" },
            ...Object.entries(TEAM_TYPES).map(([value, { label }]) => ({ value, label })),
          ]}
          value={type in TEAM_TYPES ? type : ""}
          onChange={(event) => filters.set({ type: event.currentTarget.value })}
        />
      </div>
      <ListPanel
        list={teams}
        what="teams"
        label="Teams"
        renderRow={(team) => <TeamRow key={team.id} team={team} slug={slug} />}
        empty={
          isFiltered ? (
            <Empty
              Icon={IconUsersGroup}
              title="No team matches"
              action={
                <Button variant="default" onClick={() => filters.set({ search: "", type: "" })}>
                  Clear the filters
                </Button>
              }
            >
              Try another name or type.
            </Empty>
          ) : (
            <Empty Icon={IconUsersGroup} title="No teams yet" action={newTeam}>
              A team shows who works together, what they know and how fast they move.
              {newTeam === null ? " Someone who manages teams can create the first one." : ""}
            </Empty>
          )
        }
      />
      <LazyDialog isOpen={mayCreate && filters.get("new") === "1"}>
        {(isOpen) => (
          <TeamDialog
            workspaceId={id}
            isOpen={isOpen}
            onClose={() => filters.set({ new: "" })}
            maySeeRepositories={can("can_view_repositories")}
            onSubmit={(values) => create.mutateAsync(values)}
            onSaved={(team) => router.push(workspacePath(slug, `teams/${team.id}`))}
          />
        )}
      </LazyDialog>
    </>
  );
}

/** The teams of the workspace. */
export function TeamList() {
  return useWorkspace().can("can_view_teams") ? <Teams /> : <NoPermission permission="can_view_teams" />;
}
