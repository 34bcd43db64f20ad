import { Button, Group, Progress, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { failureNotice } from "@/lib/ui/api/failure";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { type Owner, useApplyRules, useCancelReplay, useImportRules } from "@/lib/ui/rules/queries";
import { contentOf, type RuleList } from "@/lib/ui/rules/rule";
import { type Difference, differenceText } from "@/lib/ui/rules/words";
import classes from "./rules.module.css";

type Props = {
  owner: Owner;
  list: RuleList;
  difference: Difference;
  onPreview: () => void;
  isPreviewing: boolean;
};

/** The progress of a replay, while it is running or after it was cancelled. */
function Replay({ owner, list }: Pick<Props, "owner" | "list">) {
  const cancel = useCancelReplay(owner);
  const { replay } = list;
  if (replay === null || replay.status === "done") return null;
  const { samples_done: done, samples_total: total } = replay;
  const far =
    total === null
      ? "Counting stored samples…"
      : `${numberText(Math.min(done, total))} of ${numberText(total)} samples`;
  if (replay.status === "cancelled") {
    return (
      <Text size="sm" c="dimmed" mt="sm" role="status">
        Stopped after {far}. Older time keeps its previous categories until you apply the rules again.
      </Text>
    );
  }
  return (
    <div className={classes.replay}>
      <Progress
        value={total === null || total === 0 ? 0 : Math.min(100, (100 * done) / total)}
        animated
        aria-label="Categorising recorded time again"
      />
      <Group justify="space-between" gap="sm" mt={6}>
        <Text size="sm" c="dimmed" role="status">
          Going through recorded time, newest first: {far}
        </Text>
        <Button
          variant="default"
          size="xs"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined, failureNotice("It goes on"))}
        >
          Stop
        </Button>
      </Group>
    </div>
  );
}

/** How the draft differs from the rules in force, and what can be done about it. */
export function StateCard({ owner, list, difference, onPreview, isPreviewing }: Props) {
  const apply = useApplyRules(owner);
  const restore = useImportRules(owner);
  const [isApplying, applying] = useDisclosure();
  const [isDiscarding, discarding] = useDisclosure();
  const { is_changed: isChanged, version, applied_at: appliedAt, in_force: inForce, replay } = list;
  const wasStopped = replay?.status === "cancelled";
  const whose = owner === "me" ? "your time" : "the time of everybody in this workspace";
  return (
    <Card
      id="state"
      title={isChanged ? "Not in force yet" : "In force"}
      note={
        appliedAt === null ? (
          "No rules were applied before"
        ) : (
          <>
            {countOf(inForce.length, "rule")} in force, version {version}, applied{" "}
            <RelativeTime at={appliedAt} />
          </>
        )
      }
      action={
        <Group gap="sm">
          <Button variant="default" size="sm" loading={isPreviewing} onClick={onPreview}>
            Preview
          </Button>
          {isChanged || wasStopped ? (
            <Button size="sm" onClick={applying.open}>
              {isChanged ? "Apply…" : "Apply again…"}
            </Button>
          ) : null}
        </Group>
      }
    >
      <Group justify="space-between" gap="sm">
        {isChanged ? (
          <Status
            tone="warn"
            wraps
            label={`${appliedAt === null ? "" : "Since then: "}${differenceText(difference)}`}
          />
        ) : (
          <Status
            tone={version === 0 ? "calm" : "good"}
            wraps
            label={version === 0 ? "Nothing to apply" : "Time goes into categories by the rules below"}
          />
        )}
        {isChanged && version > 0 ? (
          <Button variant="subtle" color="gray" size="xs" onClick={discarding.open}>
            Discard changes…
          </Button>
        ) : null}
      </Group>
      <Replay owner={owner} list={list} />
      <ConfirmDialog
        isOpen={isApplying}
        onClose={applying.close}
        title="Put these rules in force?"
        confirmLabel="Apply"
        isSafe
        onConfirm={() => apply.mutateAsync(list)}
      >
        From now on, {whose} goes into categories by {list.rules.length === 1 ? "this rule" : "these rules"}.
        What is recorded already is gone through again, the newest first; you can stop that, and apply other
        rules at any time.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isDiscarding}
        onClose={discarding.close}
        title="Discard the changes?"
        confirmLabel="Discard changes"
        onConfirm={async () => {
          const rules = inForce.map(contentOf);
          await restore.mutateAsync({ list, rules, mode: "replace" });
          notifications.show({ color: "pine", message: "The changes were discarded." });
        }}
      >
        The draft goes back to the rules in force ({countOf(inForce.length, "rule")}):{" "}
        {differenceText(difference)} is lost.
      </ConfirmDialog>
    </Card>
  );
}
