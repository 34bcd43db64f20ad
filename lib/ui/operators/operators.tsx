"use client";

import { Button, NativeSelect, Skeleton, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import type { Problem } from "@/lib/health/schema";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useProfile } from "@/lib/ui/api/profile";
import { Card } from "@/lib/ui/kit/card";
import { ConfirmDialog } from "@/lib/ui/kit/confirm-dialog";
import { ErrorNotice } from "@/lib/ui/kit/error-notice";
import { Link } from "@/lib/ui/kit/link";
import { RowSkeletons, ShowMore } from "@/lib/ui/kit/list-states";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import rows from "@/lib/ui/kit/rows.module.css";
import { Status } from "@/lib/ui/kit/status";
import {
  type GivenUpJob,
  type OperatorWorkspace,
  type Plan,
  type ServiceSample,
  useAllWorkspaces,
  useGivenUpJobs,
  useHealth,
  useLoads,
  usePlans,
  useSamples,
  useSetPlan,
  useSettleJob,
  useSwitchedOffWebhooks,
} from "@/lib/ui/operators/queries";
import classes from "./operators.module.css";

const ServicePlot = dynamic(() => import("@/lib/ui/operators/service-plot"), {
  ssr: false,
  loading: () => <div className={classes.waiting} />,
});

const SEARCH_WAIT_MS = 250;

const PROBLEMS: Record<Problem, string> = {
  no_living_worker: "No worker runs: start one with npm run worker.",
  jobs_overdue: "Jobs are late: run another worker, or see which kind is held up.",
  jobs_unreadable: "Nobody can tell how the jobs are.",
  limit_store_unreachable: "The store of the rate limits does not answer: requests pass without limits.",
  limits_counted_apart: "Several web servers count rate limits, each by itself: set REDIS_URL.",
  connections_awaited: "Requests wait long for connections to the database: raise DATABASE_POOL_MAX.",
  storage_unreachable: "The file storage does not answer.",
};

type Query<T> = { data: T | undefined; error: Error | null; isPending: boolean; refetch: () => unknown };

/** A query's content in every state it can be in. */
function Loaded<T>({
  query,
  what,
  children,
}: {
  query: Query<T>;
  what: string;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorNotice error={query.error} what={what} onRetry={() => query.refetch()} />;
  return <RowSkeletons count={2} what={what} />;
}

/** The rows of a card, or a sentence where there are none. */
function Rows<T>({
  query,
  what,
  none,
  children,
}: {
  query: Query<T[]>;
  what: string;
  none: string;
  children: (item: T) => ReactNode;
}) {
  return (
    <Loaded query={query} what={what}>
      {(list) =>
        list.length === 0 ? (
          <Text size="sm" c="dimmed">
            {none}
          </Text>
        ) : (
          <ul className={rows.rows}>{list.map(children)}</ul>
        )
      }
    </Loaded>
  );
}

const PLOTS: { key: keyof ServiceSample; title: string; unit: string }[] = [
  { key: "job_lag_s", title: "Oldest due job", unit: " s" },
  { key: "due_jobs", title: "Due jobs", unit: "" },
  { key: "pending_deliveries", title: "Deliveries on their way", unit: "" },
  { key: "delivery_age_s", title: "Oldest delivery that waits", unit: " s" },
  { key: "enrichment_hours", title: "Hours of the tracker to derive", unit: "" },
  { key: "enrichment_lag_s", title: "Oldest of these hours", unit: " s" },
];

function Plots({ samples }: { samples: ServiceSample[] }) {
  if (samples.length < 2) {
    return (
      <Text size="sm" c="dimmed" mt="sm">
        Plots begin once the worker has measured for two minutes.
      </Text>
    );
  }
  return (
    <div className={classes.plots}>
      {PLOTS.map(({ key, title, unit }) => {
        const data = samples.map((sample) => ({
          at: new Date(sample.taken_at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
          value: Number(sample[key]),
        }));
        const now = data.at(-1)?.value ?? 0;
        const most = Math.max(...data.map(({ value }) => value));
        return (
          <figure className={classes.plot} key={key} style={{ margin: 0 }}>
            <figcaption className={classes.plotTitle}>
              {title}: {now.toLocaleString()}
              {unit}
            </figcaption>
            <ServicePlot
              data={data}
              name={title}
              unit={unit}
              label={`${title} in the last 24 hours: now ${now}${unit}, at most ${most}${unit}`}
            />
          </figure>
        );
      })}
    </div>
  );
}

function HealthCard() {
  const health = useHealth();
  const samples = useSamples();
  return (
    <Card id="health" title="Health" note="Now, and in the last 24 hours">
      <Loaded query={health} what="the service's health">
        {({ problems, workers }) =>
          problems.length === 0 ? (
            <Status tone="good" label={`All is well. Workers: ${workers.length}.`} wraps />
          ) : (
            <ul className={classes.problems}>
              {problems.map((problem) => (
                <li key={problem}>
                  <Status tone="bad" label={PROBLEMS[problem]} wraps />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Loaded query={samples} what="the plots">
        {(data) => <Plots samples={data} />}
      </Loaded>
    </Card>
  );
}

function JobRow({ job, onDiscard }: { job: GivenUpJob; onDiscard: () => void }) {
  const settle = useSettleJob();
  const retry = () =>
    settle.mutate(
      { id: job.id, how: "retry" },
      {
        onSuccess: () => notifications.show({ color: "pine", message: `${job.name} will run again.` }),
        onError: (error) => notifyFailure("The job was not retried", error),
      },
    );
  return (
    <li className={`${rows.row} ${classes.wrapped}`}>
      <div className={rows.main}>
        <p className={rows.name}>{job.name}</p>
        <p className={rows.detail}>
          {job.attempts} attempts, the last <RelativeTime at={job.failed_at} />
        </p>
        {job.error ? <pre className={classes.error}>{job.error}</pre> : null}
      </div>
      <div className={classes.actions}>
        <Button size="xs" variant="default" loading={settle.isPending} onClick={retry}>
          Retry
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}

function JobsCard() {
  const jobs = useGivenUpJobs();
  const settle = useSettleJob();
  const [discarded, setDiscarded] = useState<GivenUpJob | null>(null);
  return (
    <Card id="jobs" title="Given-up jobs" note="Every attempt failed. They are deleted after 30 days.">
      <Rows query={jobs} what="the jobs" none="No job was given up.">
        {(job) => <JobRow key={job.id} job={job} onDiscard={() => setDiscarded(job)} />}
      </Rows>
      <ConfirmDialog
        isOpen={discarded !== null}
        onClose={() => setDiscarded(null)}
        title="Discard this job?"
        confirmLabel="Discard"
        onConfirm={() => settle.mutateAsync({ id: discarded?.id ?? "", how: "discard" })}
      >
        What {discarded?.name} was to do will not be done.
      </ConfirmDialog>
    </Card>
  );
}

function LoadCard() {
  const loads = useLoads();
  return (
    <Card id="load" title="Workspaces by load" note="By deliveries on their way">
      <Rows query={loads} what="the workspaces" none="Nothing is on its way.">
        {(each) => (
          <li className={rows.row} key={each.workspace_id}>
            <div className={rows.main}>
              <p className={rows.name}>{each.name}</p>
              <p className={rows.detail}>{each.slug}</p>
            </div>
            <span className={rows.side}>{each.pending_deliveries.toLocaleString()} deliveries</span>
          </li>
        )}
      </Rows>
    </Card>
  );
}

function WebhooksCard() {
  const webhooks = useSwitchedOffWebhooks();
  return (
    <Card
      id="webhooks"
      title="Switched-off webhooks"
      note="By the service, because of what their subscribers did"
    >
      <Rows query={webhooks} what="the webhooks" none="The service has switched no webhook off.">
        {(each) => (
          <li className={rows.row} key={each.id}>
            <div className={rows.main}>
              <p className={rows.name}>{each.name || each.host}</p>
              <p className={rows.detail}>
                {each.workspace_name} ·{" "}
                {each.reason === "gone" ? "answered 410 Gone" : "failed for five days"}
              </p>
            </div>
            <span className={rows.side}>
              {each.disabled_at ? <RelativeTime at={each.disabled_at} /> : null}
            </span>
          </li>
        )}
      </Rows>
    </Card>
  );
}

const UNCHOSEN = "";

function WorkspaceRow({ workspace, plans }: { workspace: OperatorWorkspace; plans: Plan[] }) {
  const setPlan = useSetPlan();
  const choose = (planId: string) =>
    setPlan.mutate(
      { id: workspace.id, planId: planId === UNCHOSEN ? null : planId },
      {
        onSuccess: () =>
          notifications.show({ color: "pine", message: `The plan of ${workspace.name} is set.` }),
        onError: (error) => notifyFailure("The plan was not set", error),
      },
    );
  const unchosen =
    workspace.plan_set_by === "payment"
      ? `${workspace.plan_id}, paid for`
      : `${workspace.plan_id}, by default`;
  return (
    <li className={`${rows.row} ${classes.wrapped}`}>
      <div className={rows.main}>
        <p className={rows.name}>{workspace.name}</p>
        <p className={rows.detail}>
          {workspace.owner_email ?? "No owner"}
          {workspace.is_active ? "" : " · switched off"}
        </p>
      </div>
      <NativeSelect
        size="xs"
        aria-label={`Plan of ${workspace.name}`}
        value={workspace.plan_set_by === "operator" ? workspace.plan_id : UNCHOSEN}
        disabled={setPlan.isPending}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          { value: UNCHOSEN, label: workspace.plan_set_by === "operator" ? "Not chosen here" : unchosen },
          ...plans.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </li>
  );
}

function PlansCard() {
  const plans = usePlans();
  const [search, setSearch] = useState("");
  const [searched] = useDebouncedValue(search.trim(), SEARCH_WAIT_MS);
  const workspaces = useAllWorkspaces(searched);
  return (
    <Card id="plans" title="Plans" note="What you choose here holds whatever is paid for">
      <TextInput
        label="Find a workspace"
        placeholder="Name, slug or owner's email"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb="sm"
      />
      <Rows
        query={{ ...workspaces, data: workspaces.items }}
        what="the workspaces"
        none="No workspace was found."
      >
        {(workspace) => <WorkspaceRow key={workspace.id} workspace={workspace} plans={plans.data ?? []} />}
      </Rows>
      <ShowMore list={workspaces} />
    </Card>
  );
}

/** How the service is, for those who run it. */
export function Operators() {
  const profile = useProfile();
  if (profile.isPending) return <Skeleton height={240} radius="md" />;
  if (profile.error && !profile.data) {
    return <ErrorNotice error={profile.error} what="your profile" onRetry={() => profile.refetch()} />;
  }
  if (!profile.data?.is_operator) {
    return (
      <div className={classes.page}>
        <Title order={1}>Operators</Title>
        <Text>
          This page is for those who run the service: people whose verified email address is in
          OPERATOR_EMAILS. <Link href="/home">Go to your workspaces</Link>
        </Text>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <Title order={1}>Operators</Title>
      <HealthCard />
      <JobsCard />
      <LoadCard />
      <WebhooksCard />
      <PlansCard />
    </div>
  );
}
