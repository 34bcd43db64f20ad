import { Anchor, Group } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ENROLLMENT_STATUSES, enrollmentTone, reasonWords } from "@/lib/ui/crm/enrollment-words";
import { Fact, Facts } from "@/lib/ui/kit/cards/facts";
import { CodeBlock } from "@/lib/ui/kit/copy/code-block";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import editor from "@/lib/ui/kit/editor/editor.module.css";
import classes from "@/lib/ui/kit/lists/steps.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { Status } from "@/lib/ui/kit/status/status";
import { exactTime } from "@/lib/ui/kit/time/moments";
import { EnrollmentMenu } from "@/lib/ui/sequences/enrollment-menu";
import { type EnrollmentDetail, useEnrollment } from "@/lib/ui/sequences/queries";
import { useOpenSequence } from "@/lib/ui/sequences/sequence-frame";
import { recordOf, STEPS, stepWords } from "@/lib/ui/sequences/words";
import { workspacePath } from "@/lib/ui/shell/navigation";

const isKind = (type: string): type is keyof typeof STEPS => type in STEPS;

const TONES = { failed: "bad", done: "good", now: "busy", later: "calm" } as const;

function Details({ enrollment }: { enrollment: EnrollmentDetail }) {
  const { slug } = useWorkspace();
  const sequence = useOpenSequence();
  const { label } = ENROLLMENT_STATUSES[enrollment.status];
  const done = new Map(enrollment.steps_done.map((step) => [step.step_id, step]));
  const isOver = enrollment.ended_at !== null;
  // Finished steps that were since removed from the sequence come first.
  const gone = enrollment.steps_done.filter(
    ({ step_id }) => !sequence.steps.some(({ id }) => id === step_id),
  );
  return (
    <>
      <Facts isList>
        <Fact label="State">
          <Group gap="xs" justify="space-between" wrap="nowrap">
            <Status
              tone={enrollmentTone(enrollment)}
              label={
                enrollment.exit_reason === null ? label : `${label}: ${reasonWords(enrollment.exit_reason)}`
              }
              isLive
              wraps
            />
            <EnrollmentMenu enrollment={enrollment} />
          </Group>
        </Fact>
        <Fact label="Record">
          {enrollment.record_title === null ? (
            recordOf(enrollment)
          ) : (
            <Anchor
              component={Link}
              size="sm"
              href={workspacePath(slug, `crm/${sequence.object}/${enrollment.record_id}`)}
            >
              {recordOf(enrollment)}
            </Anchor>
          )}
        </Fact>
        <Fact label="Enrolled">{exactTime(enrollment.created_at)}</Fact>
        {enrollment.next_step_at === null || enrollment.status === "paused" || sequence.is_paused ? null : (
          <Fact label="Continues">{exactTime(enrollment.next_step_at)}</Fact>
        )}
        {enrollment.ended_at === null ? null : <Fact label="Ended">{exactTime(enrollment.ended_at)}</Fact>}
      </Facts>
      <h3 className={classes.section}>Steps</h3>
      <ol className={classes.steps} aria-label="Steps">
        {[
          ...gone.map((step) => ({ id: step.step_id, words: "Removed since", type: step.type })),
          ...sequence.steps.map((step) => ({ id: step.id, words: stepWords(step), type: step.type })),
        ].map(({ id, words, type }) => {
          const step = done.get(id);
          const isNext = !isOver && enrollment.step_id === id;
          const ended = step?.status === "failed" ? "failed" : "done";
          const state = step ? ended : isNext ? "now" : "later";
          return (
            <li key={id} className={classes.step}>
              <div className={classes.stepHead}>
                <Status
                  tone={TONES[state]}
                  label={
                    <span>
                      <strong>{isKind(type) ? STEPS[type].label : type}</strong>: {words}
                    </span>
                  }
                  wraps
                />
                <span className={classes.took}>
                  {step ? `${state} ${exactTime(step.finished_at)}` : isNext ? "current step" : "not done"}
                  {step?.is_retrying ? " · will be tried again" : null}
                </span>
              </div>
              {step?.error ? <p className={editor.problem}>{step.error}</p> : null}
              {step && step.type !== "wait" && step.result !== null && step.result !== undefined ? (
                <CodeBlock title="Results" text={JSON.stringify(step.result, null, 2)} wraps />
              ) : null}
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Content({ enrollmentId }: { enrollmentId: string }) {
  const enrollment = useEnrollment(useOpenSequence().id, enrollmentId);
  return (
    <Loaded query={enrollment} what="this enrolment" bones={[120, 200]}>
      {(detail) => <Details enrollment={detail} />}
    </Loaded>
  );
}

type Props = { id: string; isOpen: boolean; onClose: () => void };

/** One record's progress through the sequence: finished steps, the current one, and those to come. */
export default function EnrollmentDrawer({ id, ...drawer }: Props) {
  return (
    <SideDrawer title="Progress through the sequence" size="40rem" {...drawer}>
      {id === "" ? null : <Content key={id} enrollmentId={id} />}
    </SideDrawer>
  );
}
