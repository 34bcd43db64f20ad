"use client";

import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { isRefusal } from "@/lib/ui/api/client";
import { failureNotice } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { IconGitBranch, IconHandGrab, IconRefresh, IconTrash } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { choiceFilter, choicesOf, searchFilter } from "@/lib/ui/kit/filters/list-filters";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { ReadOnlyNote } from "@/lib/ui/kit/states/no-permission";
import { Status } from "@/lib/ui/kit/status/status";
import { Tag } from "@/lib/ui/kit/status/tag";
import { Since } from "@/lib/ui/kit/time/relative-time";
import { numberText } from "@/lib/ui/kit/words/counts";
import { ConnectButton } from "@/lib/ui/repositories/connect-notice";
import {
  type Repository,
  useDropRepository,
  useReclaimRepository,
  useRepositories,
  useSyncRepository,
} from "@/lib/ui/repositories/queries";
import { SYNC_HEALTH } from "@/lib/ui/repositories/sync-health";
import classes from "./repositories.module.css";

const AdoptDialog = lazyDialog(() => import("@/lib/ui/repositories/adopt-dialog"));

const WHY_ADOPT =
  "Adopt one to see who works on what. It is read through your account at the code host; nothing is ever written there.";

function Actions({ repository }: { repository: Repository }) {
  const sync = useSyncRepository();
  const reclaim = useReclaimRepository();
  const drop = useDropRepository();
  const [isDropping, dropping] = useDisclosure();
  const [isReclaiming, reclaiming] = useDisclosure();
  const { id, full_name, can_reclaim, adopted_by_name, commit_count } = repository;
  return (
    <>
      {can_reclaim ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconHandGrab size={14} stroke={1.75} />}
          aria-label={`Take over ${full_name}`}
          onClick={reclaiming.open}
        >
          Take over
        </Button>
      ) : null}
      <DotsMenu
        label={`Actions for ${full_name}`}
        entries={[
          {
            name: "Sync now",
            Icon: IconRefresh,
            onClick: () => sync.mutate(id, failureNotice(`${full_name} was not synced`)),
          },
          { name: "Remove from the workspace", Icon: IconTrash, isDanger: true, onClick: dropping.open },
        ]}
      />
      <ConfirmDialog
        isOpen={isReclaiming}
        onClose={reclaiming.close}
        title={`Take over ${full_name}?`}
        confirmLabel="Take over"
        isSafe
        onConfirm={async () => {
          await reclaim.mutateAsync(id);
          notifications.show({ color: "pine", message: `${full_name} now syncs through your account.` });
        }}
      >
        {adopted_by_name === null
          ? "Whoever adopted it is gone"
          : `${adopted_by_name}, who adopted it, is not active here any more`}
        , so it no longer syncs. If your account at the code host has access to it, syncing continues through
        your account from where it stopped.
        {isRefusal(reclaim.error, 422) ? (
          <Group mt="sm">
            <ConnectButton />
          </Group>
        ) : null}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isDropping}
        onClose={dropping.close}
        title={`Drop ${full_name}?`}
        confirmLabel="Remove repository"
        typed={full_name}
        onConfirm={() => drop.mutateAsync(id)}
      >
        {commit_count === 0
          ? "What is stored of it here is deleted"
          : `The ${numberText(commit_count)} commits stored here, and its pull requests, are deleted`}
        , so team figures no longer include it. Nothing changes at the code host.
      </ConfirmDialog>
    </>
  );
}

/** A repository's sync health: one that was synced before is not in sync while no account can read it. */
function healthOf({ sync_status, can_reclaim }: Repository) {
  const health = SYNC_HEALTH[sync_status];
  return can_reclaim && health.tone !== "bad" ? ({ label: "Not synced", tone: "bad" } as const) : health;
}

/** What prevents the next sync; null if nothing does. */
function troubleOf({ sync_status, last_error, can_reclaim, adopted_by_name }: Repository): string | null {
  if (SYNC_HEALTH[sync_status].tone === "bad" && last_error !== null) return last_error;
  if (!can_reclaim) return null;
  return `${adopted_by_name ?? "Whoever adopted it"} is no longer active here, so it is not synced until somebody takes it over.`;
}

function RepositoryRow({ repository, mayManage }: { repository: Repository; mayManage: boolean }) {
  const { full_name, is_private, last_synced_at } = repository;
  const health = healthOf(repository);
  const trouble = troubleOf(repository);
  return (
    <li className={`${rows.row} ${classes.row}`}>
      <span className={rows.tile}>
        <IconGitBranch size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          {full_name}
          {is_private ? (
            <>
              {" "}
              <Tag>Private</Tag>
            </>
          ) : null}
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          {repository.default_branch}
          {" · "}
          {repository.commit_count === 1 ? "1 commit" : `${numberText(repository.commit_count)} commits`}
          {" · "}
          <Since verb="synced" at={last_synced_at} never="never synced" />
          {repository.adopted_by_name === null ? "" : ` · through ${repository.adopted_by_name}`}
        </p>
        {trouble === null ? null : <p className={classes.trouble}>{trouble}</p>}
      </div>
      <div className={classes.side}>
        <Status tone={health.tone} label={health.label} />
        {mayManage ? <Actions repository={repository} /> : null}
      </div>
    </li>
  );
}

const FILTERS = [
  searchFilter("Search repositories", "Search repositories"),
  choiceFilter("status", "Sync status", choicesOf("Any status", SYNC_HEALTH)),
];

function useShownRepositories({ search, status }: AddressTexts<"search" | "status">) {
  return useRepositories({ sync_status: status, search });
}

/** The adopted repositories and the state of their syncs. */
export function RepositoryList() {
  const { can } = useWorkspace();
  const mayManage = can("can_manage_repositories");
  return (
    <ListScreen
      permission="can_view_repositories"
      title="Repositories"
      description="Their commits and pull requests feed teams, velocity and time. Each is read through the account of whoever adopted it."
      what="repositories"
      label="Repositories"
      Icon={IconGitBranch}
      create={{
        permission: "can_manage_repositories",
        label: "Adopt repositories",
        keepsAddress: true,
        dialog: (dialog) => <AdoptDialog {...dialog} />,
      }}
      filters={FILTERS}
      useItems={useShownRepositories}
      row={(repository) => (
        <RepositoryRow key={repository.id} repository={repository} mayManage={mayManage} />
      )}
      empty={{
        title: "No repositories yet",
        text: WHY_ADOPT,
        lacking: `${WHY_ADOPT} Someone who manages repositories can adopt the first one.`,
      }}
      noMatch={{ title: "No repository matches", text: "Try another name or status." }}
    >
      <ReadOnlyNote permission="can_manage_repositories">Adopting or syncing them</ReadOnlyNote>
    </ListScreen>
  );
}
