import { Text } from "@mantine/core";
import { IconGitBranch } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { RowSkeletons } from "@/lib/ui/kit/lists/list-states";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { useRepositories } from "@/lib/ui/repositories/queries";
import { SYNC_HEALTH } from "@/lib/ui/repositories/sync-health";
import { workspacePath } from "@/lib/ui/shell/navigation";
import type { Team } from "@/lib/ui/teams/queries";

const PAGE = "200";

/** The repositories whose contributors make up the team. */
export function TeamSources({ slug, team }: { slug: string; team: Team }) {
  const repositories = useRepositories({ search: "", limit: PAGE });
  const ids = new Set(team.source_repository_ids);
  const sources = repositories.items?.filter(({ id }) => ids.has(id)) ?? [];
  const others = repositories.hasNextPage ? ids.size - sources.length : 0;
  return (
    <Card
      id="sources"
      title="Source repositories"
      note="Whoever committed to one of them in the last 90 days"
    >
      {ids.size === 0 ? (
        <Text size="sm" c="dimmed">
          None yet, so a sync would bring in nobody. Whoever manages teams chooses them under Edit.
        </Text>
      ) : null}
      {ids.size > 0 && repositories.isPending ? <RowSkeletons count={2} what="repositories" /> : null}
      {repositories.error && !repositories.items ? (
        <ErrorNotice
          error={repositories.error}
          what="the repositories"
          onRetry={() => repositories.refetch()}
        />
      ) : null}
      {sources.length > 0 ? (
        <ul className={rows.rows} aria-label="Source repositories">
          {sources.map(({ id, full_name, sync_status }) => (
            <li key={id} className={rows.row}>
              <span className={rows.tile}>
                <IconGitBranch size={16} stroke={1.75} aria-hidden="true" />
              </span>
              <p className={`${rows.name} ${rows.main}`}>
                <Link
                  href={`${workspacePath(slug, "repositories")}?${new URLSearchParams({ search: full_name })}`}
                  className={list.link}
                >
                  {full_name}
                </Link>
              </p>
              <span className={rows.side}>{SYNC_HEALTH[sync_status].label}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {others > 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          And {others} more
        </Text>
      ) : null}
    </Card>
  );
}
