"use client";

import { Alert, Button, Group, NativeSelect, UnstyledButton } from "@mantine/core";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconEyeOff, IconMessageQuestion } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { choiceFilter, customFilter, searchFilter } from "@/lib/ui/kit/filters/list-filters";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { ListAhead, ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Tag } from "@/lib/ui/kit/status/tag";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import { countOf } from "@/lib/ui/kit/words/counts";
import { useOpenProject } from "@/lib/ui/projects/project-frame";
import { type StaffRequest, useModeration, useRequests } from "@/lib/ui/projects/requests/queries";
import { labelOf, PARTS, STATUSES } from "@/lib/ui/projects/requests/words";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./requests.module.css";

const RequestDrawer = lazyDialog(() => import("@/lib/ui/projects/requests/request-drawer"));

const SORTS = [
  { value: "", label: "Newest first" },
  { value: "votes", label: "Most votes first" },
  { value: "trending", label: "Trending first" },
];

const partOf = (asked: string) => PARTS.find(({ value }) => value === asked)?.value ?? "visible";

type RowProps = { request: StaffRequest; onOpen: () => void };

function RequestRow({ request, onOpen }: RowProps) {
  const { can } = useWorkspace();
  const { update } = useModeration();
  const { id, title, votes, status, visibility, author, comments, pending_comments } = request;
  const isToDecide = visibility !== "visible" && can("can_manage_projects");
  const show = (next: "visible" | "hidden", undo?: "visible" | "hidden") =>
    update.mutate(
      { id, visibility: next },
      {
        onSuccess: () =>
          undo &&
          notifyUndoable(
            next === "hidden" ? `“${title}” is hidden.` : `“${title}” is shown.`,
            () => show(undo),
            id,
          ),
        onError: (error) => notifyFailure(`“${title}” stays as it is`, error),
      },
    );
  return (
    <li className={`${rows.row} ${classes.item}`}>
      <span className={classes.votes}>
        {votes}
        <small>{votes === 1 ? "vote" : "votes"}</small>
      </span>
      <div className={rows.main}>
        <UnstyledButton className={classes.open ?? ""} onClick={onOpen} dir="auto" data-opens>
          {title}
        </UnstyledButton>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          <span dir="auto">{author?.name ?? "Someone"}</span>
          {author?.is_blocked ? " (blocked)" : ""} · <RelativeTime at={request.created_at} />
          {comments > 0 ? ` · ${countOf(comments, "comment")}` : ""}
          {pending_comments > 0 ? ` · ${pending_comments} waiting` : ""}
        </p>
      </div>
      {isToDecide ? (
        <Group gap="xs" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            loading={update.isPending}
            aria-label={`Show “${title}”`}
            onClick={() => show("visible", "hidden")}
          >
            {visibility === "pending" ? "Approve" : "Show again"}
          </Button>
          {visibility === "pending" ? (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`Hide “${title}”`}
              onClick={() => show("hidden", "visible")}
            >
              Hide
            </Button>
          ) : null}
        </Group>
      ) : (
        <Tag tone={status === "open" || status === "declined" ? "plain" : "accent"}>{labelOf(status)}</Tag>
      )}
    </li>
  );
}

/** If no visitor can reach the requests: why, and what to do about it. */
function ClosedNotice() {
  const { slug, can } = useWorkspace();
  const project = useOpenProject();
  const isOpen = project.is_public && project.public_tabs.includes("roadmap");
  if (isOpen) return null;
  return (
    <Alert color="gray" icon={<IconEyeOff size={18} />} title="Visitors can't file requests yet" mb="md">
      {project.is_public ? "The roadmap of the public page is off." : "This project has no public page."}
      {can("can_manage_projects") ? (
        <Group mt="sm">
          <Button
            component={Link}
            href={workspacePath(slug, `projects/${project.id}/settings#public-page`)}
            size="xs"
            variant="default"
          >
            Publish it in the settings
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

/** Chooses a part of the requests; shows how many wait for approval. */
function PartField({ value, set }: { value: string; set: (part: string) => void }) {
  const waiting = useRequests({ visibility: "pending" });
  const count = waiting.items?.length ?? 0;
  return (
    <NativeSelect
      aria-label="Part"
      size="sm"
      className={page.choice ?? ""}
      data={PARTS.map((part) =>
        part.value === "pending" && count > 0
          ? { ...part, label: `${part.label} (${count}${waiting.hasNextPage ? "+" : ""})` }
          : part,
      )}
      value={partOf(value)}
      onChange={({ currentTarget }) => set(currentTarget.value === "visible" ? "" : currentTarget.value)}
    />
  );
}

const FILTERS = [
  customFilter("visibility", {
    isView: true,
    read: partOf,
    field: ({ value, set }) => <PartField value={value} set={set} />,
  }),
  choiceFilter("status", "Status", [{ value: "", label: "Any status" }, ...STATUSES]),
  choiceFilter("sort", "Order", SORTS, { isView: true }),
  searchFilter("Search the requests", "Search"),
];

const textOf = (part: string) =>
  part === "pending"
    ? "Posts by new visitors wait here for approval if the page's settings say so."
    : "Visitors of the public page file requests and vote for those of others. Answer, merge and update them here.";

/** Visitors' requests on the project's public page, with the staff's actions. */
export function RequestList() {
  return (
    <ListScreen
      what="requests"
      label="Requests"
      Icon={IconMessageQuestion}
      filters={FILTERS}
      useItems={useRequests}
      row={(request, open) => (
        <RequestRow key={request.id} request={request} onOpen={() => open(request.id)} />
      )}
      empty={({ visibility }) => ({
        title: visibility === "visible" ? "Nobody has asked for anything yet" : "No request here",
        text: textOf(visibility),
      })}
      noMatch={({ visibility }) => ({ title: "No request here", text: textOf(visibility) })}
      detail={{ name: "request", drawer: (drawer) => <RequestDrawer {...drawer} /> }}
    >
      <ClosedNotice />
    </ListScreen>
  );
}

/** Prefetches them. */
export function RequestsAhead() {
  return <ListAhead filters={FILTERS} useItems={useRequests} />;
}
