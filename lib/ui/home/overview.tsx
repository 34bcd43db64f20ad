"use client";

import { Anchor, Skeleton, Text } from "@mantine/core";
import { IconArrowRight, IconCircleCheckFilled, IconCircleDashed } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { useList } from "@/lib/ui/api/resource-queries";
import { useBilling } from "@/lib/ui/api/workspaces";
import { AuditSentence } from "@/lib/ui/audit/audit-event";
import { useAudit } from "@/lib/ui/audit/queries";
import { useDevices } from "@/lib/ui/home/queries";
import { Card } from "@/lib/ui/kit/card";
import { Link } from "@/lib/ui/kit/link";
import type { List } from "@/lib/ui/kit/list-states";
import { PageHeader } from "@/lib/ui/kit/page-header";
import { PersonAvatar } from "@/lib/ui/kit/person";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import { Rows } from "@/lib/ui/kit/rows";
import rows from "@/lib/ui/kit/rows.module.css";
import { PlanUsage } from "@/lib/ui/settings/plan-usage";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./overview.module.css";

const SHOWN_MAX = 6;
const PROJECTS = "/workspaces/{workspace_id}/projects";
const MEMBERS = "/workspaces/{workspace_id}/members";
const REPOSITORIES = "/workspaces/{workspace_id}/repositories";

/** What the first of each are asked for with. */
function useFirst() {
  const { id } = useWorkspace();
  return { params: { workspace_id: id }, query: { limit: SHOWN_MAX } };
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

/** The first rows of a list, whose others stand on a page of their own. */
function First<T>({ list, empty, ...props }: FirstProps<T>) {
  return (
    <Rows
      list={{ ...list, hasNextPage: false }}
      expected={3}
      empty={
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      }
      {...props}
    />
  );
}

type Step = { label: string; hint: string; path: string; isDone: boolean | undefined };

/** What a new workspace still lacks, as far as the reader may do something about it; and whether that is known. */
function useSteps(): { steps: Step[]; isLoading: boolean } {
  const { id, slug, can } = useWorkspace();
  const first = useFirst();
  const projects = useList(PROJECTS, first, { isEnabled: can("can_create_projects") });
  const members = useList(MEMBERS, first, {
    isEnabled: can("can_invite_members") && can("can_view_members"),
  });
  const repositories = useList(REPOSITORIES, first, { isEnabled: can("can_manage_repositories") });
  const billing = useBilling(id, can("can_view_billing"));
  const devices = useDevices();
  const enrolled = billing.data?.usage.find(({ resource }) => resource === "devices")?.used;
  const own = devices.items?.some(({ workspace_id }) => workspace_id === id);
  const all = [
    {
      permission: "can_create_projects",
      label: "Create a project",
      hint: "Tasks are numbered and time is counted by project.",
      path: workspacePath(slug, "projects?new=1"),
      isDone: projects.items && projects.items.length > 0,
    },
    {
      permission: "can_invite_members",
      label: "Invite people",
      hint: "By email, with the role they start with.",
      path: workspacePath(slug, "members?tab=invites&new=1"),
      isDone: members.items && members.items.length > 1,
    },
    {
      permission: "can_manage_projects",
      label: "Enrol a device",
      hint: "Switch the tracker on for a project; the desktop client does the rest.",
      path: "/home",
      isDone: own === undefined ? undefined : own || (enrolled ?? 0) > 0,
    },
    {
      permission: "can_manage_repositories",
      label: "Adopt a repository",
      hint: "Its commits show who works on what, and teams can follow them.",
      path: workspacePath(slug, "repositories"),
      isDone: repositories.items && repositories.items.length > 0,
    },
  ] as const;
  return {
    steps: all.filter(({ permission }) => can(permission)),
    isLoading: [projects, members, repositories, billing, devices].some((query) => query.isLoading),
  };
}

function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  // One that could not be read is neither: a list of steps that vanishes again would help nobody.
  if (steps.some(({ isDone }) => isDone === undefined) || done === steps.length) return null;
  return (
    <Card id="steps" title="First steps" note={`${done} of ${steps.length} done`}>
      <ul className={classes.steps}>
        {steps.map(({ label, hint, path, isDone }) => (
          <li key={label}>
            {isDone ? (
              <IconCircleCheckFilled size={20} className={classes.done} aria-label="Done" />
            ) : (
              <IconCircleDashed size={20} className={classes.open} aria-label="Open" />
            )}
            <div>
              {isDone ? (
                <span className={classes.finished}>{label}</span>
              ) : (
                <Anchor component={Link} href={path} fw={500}>
                  {label}
                </Anchor>
              )}
              <Text size="sm" c="dimmed">
                {hint}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function useRecentChanges(isEnabled: boolean) {
  const { id } = useWorkspace();
  return useAudit(id, { limit: String(SHOWN_MAX) }, isEnabled);
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
        empty="No project yet. A project holds tasks, and devices are enrolled for one."
        renderRow={(project) => (
          <li key={project.id} className={rows.row}>
            <span className={rows.tile} aria-hidden="true">
              {project.key.slice(0, 3)}
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
              <p className={rows.detail}>{project.description || project.key}</p>
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
        empty="Nobody is here."
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

/** Whether something of the rest is still under way. */
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
    <div role="status" aria-label="Loading the overview" className={classes.columns}>
      <Skeleton height={360} radius="lg" />
      <Skeleton height={240} radius="lg" />
    </div>
  );
}

/** What is going on in the workspace, as far as the reader may see it. */
export function Overview() {
  const { id, workspace, me, can } = useWorkspace();
  const { steps, isLoading } = useSteps();
  // It comes all at once, so that nothing moves under the pointer.
  const isComing = useIsComing() || isLoading;
  const [seesProjects, seesMembers] = [can("can_view_projects"), can("can_view_members")];
  return (
    <>
      <PageHeader title={workspace.name} description={`You are here as ${me.role.name}.`} />
      {seesProjects || seesMembers ? null : (
        <Text c="dimmed" mb="lg">
          Your role doesn't show you anything in this workspace yet. Ask an owner for a role that does.
        </Text>
      )}
      {isComing ? (
        <Bones />
      ) : (
        <div className={classes.columns}>
          <div className={classes.stack}>
            <FirstSteps steps={steps} />
            {seesProjects ? <Projects /> : null}
            {can("can_view_audit") ? <RecentChanges /> : null}
          </div>
          <div className={classes.stack}>
            {can("can_view_billing") ? (
              <Card id="plan" title="Plan and usage" action={<More path="settings#plan">Details</More>}>
                <PlanUsage workspaceId={id} />
              </Card>
            ) : null}
            {seesMembers ? <People /> : null}
          </div>
        </div>
      )}
    </>
  );
}
