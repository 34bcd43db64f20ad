"use client";

import { useRouter } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconUsersGroup } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { choiceFilter, choicesOf, searchFilter } from "@/lib/ui/kit/filters/list-filters";
import classes from "@/lib/ui/kit/lists/list-page.module.css";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import { isNamesake } from "@/lib/ui/kit/lists/namesakes";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Tag } from "@/lib/ui/kit/status/tag";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { countOf } from "@/lib/ui/kit/words/counts";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { type Team, useCreateTeam, useTeams } from "@/lib/ui/teams/queries";
import { TEAM_TYPES } from "@/lib/ui/teams/team-types";

const TeamDialog = lazyDialog(() => import("@/lib/ui/teams/team-form"));

const FILTERS = [
  searchFilter("Search teams", "Search teams"),
  choiceFilter("type", "Type", choicesOf("Any type", TEAM_TYPES)),
];

function TeamRow({ team, hasNamesake }: { team: Team; hasNamesake: boolean }) {
  const { slug } = useWorkspace();
  return (
    <li className={rows.row}>
      <span className={rows.tile}>
        <IconUsersGroup size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          <Link href={workspacePath(slug, `teams/${team.id}`)} className={classes.link} data-opens>
            {team.name}
          </Link>
        </p>
        <p className={rows.detail}>
          {hasNamesake ? `${team.slug} · ` : null}
          {countOf(team.member_count, "member")}
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

/** The teams of the workspace. */
export function TeamList() {
  const { slug, can } = useWorkspace();
  const router = useRouter();
  const create = useCreateTeam();
  return (
    <ListScreen
      permission="can_view_teams"
      title="Teams"
      description="Groups of members, put together by hand or by who works on which repositories."
      what="teams"
      label="Teams"
      Icon={IconUsersGroup}
      create={{
        permission: "can_manage_teams",
        label: "New team",
        dialog: (dialog) => (
          <TeamDialog
            {...dialog}
            maySeeRepositories={can("can_view_repositories")}
            onSubmit={(values) => create.mutateAsync(values)}
            onSaved={(team) => router.push(workspacePath(slug, `teams/${team.id}`))}
          />
        ),
      }}
      filters={FILTERS}
      useItems={useTeams}
      row={(team, _open, teams) => (
        <TeamRow key={team.id} team={team} hasNamesake={isNamesake(team, teams)} />
      )}
      empty={{
        title: "No teams yet",
        text: "A team shows who works together, what they know and how fast they move.",
        lacking:
          "A team shows who works together, what they know and how fast they move. Someone who manages teams can create the first one.",
      }}
      noMatch={{ title: "No team matches", text: "Try another name or type." }}
    />
  );
}
