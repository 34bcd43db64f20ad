import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { GIVEN_UP_SHOWN_MAX } from "@/lib/operators/service/limits";
import { notifyFailure } from "@/lib/ui/api/failure";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { countOf } from "@/lib/ui/kit/words/counts";
import { CardRows } from "@/lib/ui/operators/card-rows";
import { type GivenUpJob, useGivenUpJobs, useJobChanges, useSettleJob } from "@/lib/ui/operators/queries";
import classes from "./operators.module.css";

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
      <div className={`${rows.main} ${classes.main}`}>
        <p className={`${rows.name} ${classes.name}`}>{job.name}</p>
        <p className={rows.detail}>
          {countOf(job.attempts, "attempt")}, the last <RelativeTime at={job.failed_at} />
        </p>
        {job.error ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll a long text.
          <pre className={classes.error} tabIndex={0}>
            {job.error}
          </pre>
        ) : null}
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          aria-label={`Retry ${job.name}`}
          loading={settle.isPending}
          onClick={retry}
        >
          Retry
        </Button>
        <Button size="xs" variant="default" aria-label={`Discard ${job.name}`} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </li>
  );
}

/** Jobs that were given up, which can be retried or discarded. */
export function JobsCard() {
  const jobs = useGivenUpJobs();
  const settle = useSettleJob();
  const [discarded, setDiscarded] = useState<GivenUpJob | null>(null);
  return (
    <Card id="jobs" title="Given-up jobs" note="Every attempt failed. They are deleted after 30 days.">
      <CardRows query={jobs} what="the jobs" none="No job was given up." shownMax={GIVEN_UP_SHOWN_MAX}>
        {(job) => <JobRow key={job.id} job={job} onDiscard={() => setDiscarded(job)} />}
      </CardRows>
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

/** What operators did with such jobs. */
export function JobChangesCard() {
  const changes = useJobChanges();
  return (
    <Card
      id="job-changes"
      title="Retried and discarded jobs"
      note="The last 50, with who retried or discarded them"
    >
      <CardRows query={changes} what="the changes" none="Nobody has retried or discarded a job.">
        {(change) => (
          <li className={rows.row} key={change.id}>
            <div className={rows.main}>
              <p className={rows.name}>{change.job_name}</p>
              <p className={`${rows.detail} ${rows.wrapping}`}>
                {change.action === "retried" ? "Retried" : "Discarded"} by{" "}
                {change.actor_email ?? "a deleted account"} · job {change.job_id}
              </p>
            </div>
            <span className={rows.side}>
              <RelativeTime at={change.created_at} />
            </span>
          </li>
        )}
      </CardRows>
    </Card>
  );
}
