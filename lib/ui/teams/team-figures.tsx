import { SegmentedControl, Skeleton, Text } from "@mantine/core";
import { PROFILE_DEVELOPERS_MAX, VELOCITY_DAYS_DEFAULT } from "@/lib/teams/profiling/limits";
import { Card } from "@/lib/ui/kit/cards/card";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import table from "@/lib/ui/kit/lists/table.module.css";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import { type TeamMember, useBusFactor, useTeamProfile, useVelocity } from "@/lib/ui/teams/queries";
import classes from "./team-figures.module.css";

const DAYS = ["7", "30", "90"];
const LANGUAGES_SHOWN = 8;
const PEOPLE_SHOWN = 8;

function count(value: number): string {
  return new Intl.NumberFormat(readerLocale(), { notation: "compact" }).format(value);
}

function percent(share: number): string {
  return new Intl.NumberFormat(readerLocale(), { style: "percent" }).format(share);
}

/** A share as a bar. Hidden from screen readers, because the number is beside it. */
function Bar({ share }: { share: number }) {
  return (
    <span className={classes.track} aria-hidden="true">
      <span className={classes.bar} style={{ width: `${share * 100}%` }} />
    </span>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function VelocityCard({ developerIds }: { developerIds: string[] }) {
  const filters = useFilters();
  const asked = filters.get("days");
  const days = DAYS.includes(asked) ? asked : String(VELOCITY_DAYS_DEFAULT);
  const velocity = useVelocity(developerIds, Number(days));
  return (
    <Card
      id="velocity"
      title="Velocity"
      note={`What was done in the last ${days} days`}
      action={
        <SegmentedControl
          size="xs"
          aria-label="Days to look back"
          data={DAYS.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={(value) => filters.set({ days: value === String(VELOCITY_DAYS_DEFAULT) ? "" : value })}
        />
      }
    >
      <Loaded query={velocity} what="the velocity" bones={[92]}>
        {({ commits, merged_pull_requests, additions, deletions }) => (
          <dl className={classes.figures}>
            <Figure label="Commits" value={count(commits)} />
            <Figure label="Pull requests merged" value={count(merged_pull_requests)} />
            <Figure label="Lines added" value={additions === 0 ? "0" : `+${count(additions)}`} />
            <Figure label="Lines removed" value={deletions === 0 ? "0" : `−${count(deletions)}`} />
          </dl>
        )}
      </Loaded>
    </Card>
  );
}

function LanguagesCard({ developerIds }: { developerIds: string[] }) {
  const profile = useTeamProfile(developerIds);
  const busFactor = useBusFactor(developerIds);
  const failed = [profile, busFactor].find(({ error }) => error !== null);
  const busFactorOf = new Map(busFactor.data?.languages.map((each) => [each.language, each.bus_factor]));
  return (
    <Card
      id="languages"
      title="Languages and bus factor"
      note="The fewest people who made half of the changed lines: at 1, knowledge leaves with one person"
    >
      {failed?.error ? (
        <ErrorNotice error={failed.error} what="the languages" onRetry={() => failed.refetch()} />
      ) : !profile.data || !busFactor.data ? (
        <Skeleton height={140} radius="md" role="status" aria-label="Loading the languages" />
      ) : profile.data.languages.length === 0 ? (
        <Text size="sm" c="dimmed">
          No changed lines are known yet. They come with the commits of adopted repositories.
        </Text>
      ) : (
        <table className={`${table.table} ${classes.table}`}>
          <thead>
            <tr>
              <th>Language</th>
              <th>Lines</th>
              <th>People</th>
              <th>Bus factor</th>
            </tr>
          </thead>
          <tbody>
            {profile.data.languages.slice(0, LANGUAGES_SHOWN).map(({ language, share, developers }) => {
              const factor = busFactorOf.get(language) ?? 0;
              return (
                <tr key={language}>
                  <th scope="row">
                    {language}
                    <Bar share={share} />
                  </th>
                  <td>{percent(share)}</td>
                  <td>{developers}</td>
                  <td>
                    {factor === 1 && developerIds.length > 1 ? (
                      <strong className={classes.endangered}>1</strong>
                    ) : (
                      factor
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function CommitsCard({ developerIds, members }: { developerIds: string[]; members: TeamMember[] }) {
  const profile = useTeamProfile(developerIds);
  const nameOf = new Map(members.map(({ developer_id, name }) => [developer_id, name]));
  const shares = profile.data?.commit_distribution ?? [];
  const rest = shares.length - PEOPLE_SHOWN;
  // If this read fails, the languages card says so: both show the same answer.
  if (profile.error) return null;
  return (
    <Card
      id="commits"
      title="Who commits"
      note={profile.data ? `${count(profile.data.commits)} commits` : null}
    >
      {profile.isPending ? (
        <Skeleton height={120} radius="md" role="status" aria-label="Loading the commits" />
      ) : null}
      {profile.data && shares.length === 0 ? (
        <Text size="sm" c="dimmed">
          No commits are known to be theirs. A commit counts for the owner of its email address or code-host
          account.
        </Text>
      ) : null}
      <ul className={classes.people}>
        {shares.slice(0, PEOPLE_SHOWN).map(({ developer_id, share, commits }) => (
          <li key={developer_id}>
            <span className={classes.person}>
              <span className={classes.personName}>{nameOf.get(developer_id) ?? "Somebody else"}</span>
              <span>
                {count(commits)} · {percent(share)}
              </span>
            </span>
            <Bar share={share} />
          </li>
        ))}
      </ul>
      {rest > 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          And {rest} more
        </Text>
      ) : null}
    </Card>
  );
}

/** Figures from the members' commits and pull requests, only in aggregate. */
export function TeamFigures({ members }: { members: TeamMember[] | undefined }) {
  if (members?.length === 0) return null;
  const counted = members?.slice(0, PROFILE_DEVELOPERS_MAX) ?? [];
  const developerIds = counted.map(({ developer_id }) => developer_id).sort();
  return (
    <div className={list.stack}>
      {(members?.length ?? 0) > PROFILE_DEVELOPERS_MAX ? (
        <Text size="sm" c="dimmed">
          These figures are of the {PROFILE_DEVELOPERS_MAX} members who have been in the team longest.
        </Text>
      ) : null}
      <VelocityCard developerIds={developerIds} />
      <LanguagesCard developerIds={developerIds} />
      <CommitsCard developerIds={developerIds} members={counted} />
    </div>
  );
}
