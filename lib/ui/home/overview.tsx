"use client";

import { Anchor, Skeleton, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useWorkspace, useWorkspaceParams } from "@/lib/ui/api/open-workspace";
import { useList } from "@/lib/ui/api/resource-queries";
import { AuditSentence } from "@/lib/ui/audit/audit-event";
import { useAudit } from "@/lib/ui/audit/queries";
import { FirstSteps, useFirstSteps } from "@/lib/ui/home/first-steps";
import { SampleDataNotice } from "@/lib/ui/home/sample-data";
import { IconArrowRight } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import type { List } from "@/lib/ui/kit/lists/list-states";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { PersonAvatar } from "@/lib/ui/kit/people/person";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { LazyPlainText } from "@/lib/ui/light-kit/markdown/lazy-markdown";
import { PlanUsage } from "@/lib/ui/settings/plan-usage";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./overview.module.css";

const SHOWN_MAX = 6;
const PROJECTS = "/workspaces/{workspace_id}/projects";
const MEMBERS = "/workspaces/{workspace_id}/members";

/** The query for the first few of each list. */
function useFirst() {
  return { params: useWorkspaceParams(), query: { limit: SHOWN_MAX } };
}

function More({ path, children }: { path: string; children: ReactNode }) {
  const { slug } = useWorkspace();
  return (
    <Anchor component={Link} href={workspacePath(slug, path)} size="sm" className={classes.more ?? ""}>
      {children}
      <IconArrowRight size={14} stroke={1.75} aria-hidden="true" />
    </Anchor>
  );
}

type FirstProps<T> = { list: List<T>; what: string; empty: string; renderRow: (item: T) => ReactNode };

/** The first rows of a list; a page of its own has the rest. */
function First<T>({ list, empty, ...props }: FirstProps<T>) {
  return <Rows list={{ ...list, hasNextPage: false }} expected={3} empty={empty} {...props} />;
}

function useRecentChanges(isEnabled: boolean) {
  return useAudit({ limit: String(SHOWN_MAX) }, isEnabled);
}

function RecentChanges() {
  const events = useRecentChanges(true);
  return (
    <Card id="changes" title="Recent changes" action={<More path="audit">Audit log</More>}>
      <First
        list={events}
        what="changes"
        empty="Nothing has changed yet."
        renderRow={(event) => (
          <li key={event.id} className={rows.row}>
            <PersonAvatar name={event.actor_name ?? "Service"} size={28} />
            <p className={classes.sentence}>
              <AuditSentence event={event} />
            </p>
            <span className={rows.side}>
              <RelativeTime at={event.created_at} />
            </span>
          </li>
        )}
      />
    </Card>
  );
}

function Projects() {
  const { slug } = useWorkspace();
  const projects = useList(PROJECTS, useFirst());
  return (
    <Card id="projects" title="Projects" action={<More path="projects">All projects</More>}>
      <First
        list={projects}
        what="projects"
        empty="No projects yet. A project has a board of tasks, a public page and tracked time."
        renderRow={(project) => (
          <li key={project.id} className={rows.row}>
            <span className={rows.tile} aria-hidden="true">
              {project.key.slice(0, 2)}
            </span>
            <div className={rows.main}>
              <p className={rows.name}>
                <Anchor
                  component={Link}
                  href={workspacePath(slug, `projects/${project.id}`)}
                  c="inherit"
                  data-opens
                >
                  {project.name}
                </Anchor>
              </p>
              <p className={rows.detail}>
                {project.description === "" ? project.key : <LazyPlainText text={project.description} />}
              </p>
            </div>
          </li>
        )}
      />
    </Card>
  );
}

function People() {
  const members = useList(MEMBERS, useFirst());
  return (
    <Card id="people" title="People" action={<More path="members">All members</More>}>
      <First
        list={members}
        what="members"
        empty="Nobody is here yet."
        renderRow={(member) => (
          <li key={member.developer_id} className={rows.row}>
            <PersonAvatar name={member.name} avatarUrl={member.avatar_url} size={32} />
            <div className={rows.main}>
              <p className={rows.name}>{member.name}</p>
              <p className={rows.detail}>{member.email}</p>
            </div>
            <span className={rows.side}>{member.role_name}</span>
          </li>
        )}
      />
    </Card>
  );
}

/** Whether any of the rest is still loading. */
function useIsComing(): boolean {
  const { can } = useWorkspace();
  const first = useFirst();
  const reads = [
    useList(PROJECTS, first, { isEnabled: can("can_view_projects") }),
    useList(MEMBERS, first, { isEnabled: can("can_view_members") }),
    useRecentChanges(can("can_view_audit")),
  ];
  return reads.some(({ isLoading }) => isLoading);
}

function Bones() {
  return (
    <div role="status" aria-label="Loading the overview" className={page.columns}>
      <Skeleton height={360} radius="lg" />
      <Skeleton height={240} radius="lg" />
    </div>
  );
}

/** What is going on in the workspace, as far as the reader may see it. */
export function Overview() {
  const { workspace, me, can } = useWorkspace();
  const { isLoading } = useFirstSteps();
  // All of it appears at once, so that nothing moves under the pointer. What could not be read is read again by its
  // card, which must not be taken away for that: it would be read without end.
  const isComing = useIsComing() || isLoading;
  const [hasCome, setHasCome] = useState(false);
  if (!isComing && !hasCome) setHasCome(true);
  const [seesProjects, seesMembers] = [can("can_view_projects"), can("can_view_members")];
  return (
    <>
      <PageHeader title={workspace.name} description={`Your role: ${me.role.name}`} />
      {seesProjects || seesMembers ? null : (
        <Text c="dimmed" mb="lg">
          Your role doesn't show you anything in this workspace yet. Ask an owner for a role that does.
        </Text>
      )}
      {isComing && !hasCome ? (
        <Bones />
      ) : (
        <>
          <SampleDataNotice />
          <div className={page.columns}>
            <div className={page.stack}>
              <FirstSteps />
              {seesProjects ? <Projects /> : null}
              {can("can_view_audit") ? <RecentChanges /> : null}
            </div>
            <div className={page.stack}>
              {can("can_view_billing") ? (
                <Card id="plan" title="Plan and usage" action={<More path="settings#plan">Details</More>}>
                  <PlanUsage />
                </Card>
              ) : null}
              {seesMembers ? <People /> : null}
            </div>
          </div>
        </>
      )}
    </>
  );
}
