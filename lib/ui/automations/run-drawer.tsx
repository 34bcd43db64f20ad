import { Alert, Anchor, Button, Group } from "@mantine/core";
import { TRIGGERS, wasStopped } from "@/lib/crm/automations/catalog";
import { notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { ActionName } from "@/lib/ui/automations/action-name";
import { useOpenAutomation } from "@/lib/ui/automations/automation-frame";
import { useGivenWords } from "@/lib/ui/automations/given-words";
import { type RunDetail, useRetryRun, useRun } from "@/lib/ui/automations/queries";
import { depthWords, loopAdvice, RUN_STATUSES, runErrorTitle, subjectOf } from "@/lib/ui/automations/words";
import { IconRotateClockwise } from "@/lib/ui/icons";
import { Fact, Facts } from "@/lib/ui/kit/cards/facts";
import { CodeBlock } from "@/lib/ui/kit/copy/code-block";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import editor from "@/lib/ui/kit/editor/editor.module.css";
import { firstClick } from "@/lib/ui/kit/fields/first-click";
import steps from "@/lib/ui/kit/lists/steps.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { Status } from "@/lib/ui/kit/status/status";
import { exactTime } from "@/lib/ui/kit/time/moments";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { formatMs } from "@/lib/ui/webhooks/wording";

type StepProps = {
  action: RunDetail["actions"][number];
  index: number;
  /** Whom or what it is about, by name, if that is known. */
  about: string | null;
  isWithheld: boolean;
};

function Step({ action, index, about, isWithheld }: StepProps) {
  const { type, status, input, result, error, duration_ms } = action;
  const isFailed = status === "failed";
  const name = `action ${index + 1}`;
  return (
    <li className={steps.step}>
      <div className={steps.stepHead}>
        <Status
          tone={isFailed ? "bad" : "good"}
          label={<ActionName type={type} index={index} about={about} />}
          wraps
        />
        <span className={steps.took}>
          {isFailed ? "failed" : "done"} · {formatMs(duration_ms)}
        </span>
      </div>
      {error === null ? null : (
        <p className={editor.problem} style={{ overflowWrap: "anywhere" }}>
          {error}
        </p>
      )}
      {isWithheld ? null : (
        <CodeBlock title={`What ${name} was given`} text={JSON.stringify(input, null, 2)} wraps />
      )}
      {result === null || result === undefined ? null : (
        <CodeBlock title={`Results of ${name}`} text={JSON.stringify(result, null, 2)} wraps />
      )}
    </li>
  );
}

/** Has the run go on with the action that failed; nothing where that makes no sense or the reader may not. */
function TryAgain({ run }: { run: RunDetail }) {
  const { can } = useWorkspace();
  const { id, is_active } = useOpenAutomation();
  const retry = useRetryRun(id, run.id);
  const isOver = run.status === "failed" || run.status === "skipped";
  if (!isOver || wasStopped(run) || !can("can_manage_automations")) return null;
  return (
    <Group gap="sm" mt="sm">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconRotateClockwise size={14} stroke={1.75} />}
        loading={retry.isPending}
        disabled={!is_active}
        onClick={firstClick(() =>
          retry.mutate(undefined, { onError: (error) => notifyFailure("The run stays as it is", error) }),
        )}
      >
        Try again
      </Button>
      <span className={editor.note} style={{ flex: 1, minWidth: "12rem" }}>
        {is_active ? "Actions that are done are not repeated." : "Switch the automation on first."}
      </span>
    </Group>
  );
}

function Details({ run }: { run: RunDetail }) {
  const { slug } = useWorkspace();
  const automation = useOpenAutomation();
  const givenWords = useGivenWords(run.actions.map(({ input }) => input));
  const { label, tone } = RUN_STATUSES[run.status];
  const advice = loopAdvice(run);
  const left = automation.actions.length - run.actions.length;
  const isThere = run.record_id !== null && run.record_title !== null && run.object !== null;
  return (
    <>
      <Facts isList>
        <Fact label="Status">
          <Status tone={tone} label={label} isLive />
        </Fact>
        <Fact label="About">
          {isThere ? (
            <Anchor
              component={Link}
              size="sm"
              href={workspacePath(slug, `crm/${run.object}/${run.record_id}`)}
            >
              {subjectOf(run)}
            </Anchor>
          ) : (
            subjectOf(run)
          )}
        </Fact>
        <Fact label="Triggered by">
          {TRIGGERS[run.trigger].label}
          {run.cause === null ? null : (
            <>
              , by{" "}
              <Anchor
                component={Link}
                size="sm"
                underline="always"
                href={workspacePath(
                  slug,
                  `crm/automations/${run.cause.automation_id}/runs?run=${run.cause_run_id}`,
                )}
              >
                a run of {run.cause.automation_name}
              </Anchor>
            </>
          )}
        </Fact>
        <Fact label="Chain">{depthWords(run.depth)}</Fact>
        <Fact label="Happened">{exactTime(run.created_at)}</Fact>
        {run.finished_at === null ? null : <Fact label="Ended">{exactTime(run.finished_at)}</Fact>}
      </Facts>
      {run.error === null ? null : (
        <Alert
          color={run.status === "skipped" ? "gray" : "red"}
          role="note"
          title={runErrorTitle(run)}
          style={{ overflowWrap: "anywhere" }}
        >
          {advice ?? run.error}
          <TryAgain run={run} />
        </Alert>
      )}
      <h3 className={steps.section}>What it did</h3>
      {run.is_withheld ? (
        <p className={editor.note}>
          You don't have permission to see the data of {run.trigger} events, and so not what its actions were
          given.
        </p>
      ) : null}
      {run.actions.length === 0 ? (
        <p className={editor.note}>
          {run.status === "pending" || run.status === "running" ? "Nothing yet." : "No action was started."}
        </p>
      ) : (
        <ol className={steps.steps} aria-label="What it did">
          {run.actions.map((action, index) => (
            <Step
              key={action.action_id}
              action={action}
              index={index}
              about={givenWords(action.input)}
              isWithheld={run.is_withheld}
            />
          ))}
        </ol>
      )}
      {run.status === "failed" && run.actions.length > 0 && left > 0 ? (
        <p className={editor.note} style={{ marginTop: "0.75rem" }}>
          Because it failed, the actions after it did not run.
        </p>
      ) : null}
    </>
  );
}

function Content({ runId }: { runId: string }) {
  const run = useRun(useOpenAutomation().id, runId);
  return (
    <Loaded query={run} what="this run" bones={[120, 240]}>
      {(detail) => <Details run={detail} />}
    </Loaded>
  );
}

type Props = { id: string; isOpen: boolean; onClose: () => void };

/** One run, beside the log: its subject, and each action with its input and result. */
export default function RunDrawer({ id, ...drawer }: Props) {
  return (
    <SideDrawer title="Run" size="44rem" {...drawer}>
      {id === "" ? null : <Content key={id} runId={id} />}
    </SideDrawer>
  );
}
