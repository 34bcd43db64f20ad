"use client";

import { Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { ApiError } from "@/lib/ui/api/client";
import { notifyFailure, sentenceOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { ENROLLMENT_STATUSES, failedWords, reasonWords } from "@/lib/ui/crm/enrollment-words";
import { RecordPicker, type Reference } from "@/lib/ui/crm/record-picker";
import { IconLogout2, IconPlayerPause, IconPlayerPlay, IconPlus, IconUsersPlus } from "@/lib/ui/icons";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { ERROR_ABOVE } from "@/lib/ui/kit/fields/error-above";
import { Form } from "@/lib/ui/kit/fields/form";
import { choiceFilter, choicesOf } from "@/lib/ui/kit/filters/list-filters";
import { ListAhead, ListScreen } from "@/lib/ui/kit/lists/list-screen";
import { LogRow } from "@/lib/ui/kit/lists/log-row";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import {
  type Enrollment,
  useEnroll,
  useEnrollments,
  useExitEnrollment,
  useUpdateEnrollment,
} from "@/lib/ui/sequences/queries";
import { useOpenSequence, useOpenSequenceId } from "@/lib/ui/sequences/sequence-frame";
import { recordOf, STEPS, stepWords } from "@/lib/ui/sequences/words";

const EnrollmentDrawer = lazyDialog(() => import("@/lib/ui/sequences/enrollment-drawer"));

/** A record's current step, and when it continues. */
function Standing({ enrollment }: { enrollment: Enrollment }) {
  const { steps, is_paused } = useOpenSequence();
  const { status, step_id, next_step_at, exit_reason, ended_at } = enrollment;
  if (status === "completed" || status === "exited") {
    return (
      <>
        {exit_reason === null ? "Ended" : reasonWords(exit_reason)}
        {ended_at === null ? null : (
          <>
            {" "}
            <RelativeTime at={ended_at} />
          </>
        )}
        {failedWords(enrollment)}
      </>
    );
  }
  const index = steps.findIndex(({ id }) => id === step_id);
  const step = steps[index];
  const place = step
    ? `Step ${index + 1} of ${steps.length}: ${STEPS[step.type].label.toLowerCase()}, ${stepWords(step)}`
    : "Before the next step";
  if (status === "paused" || is_paused) return `${place} · paused${failedWords(enrollment)}`;
  return (
    <>
      {place}
      {next_step_at === null ? null : (
        <>
          {" · continues "}
          <RelativeTime at={next_step_at} />
        </>
      )}
      {failedWords(enrollment)}
    </>
  );
}

function EnrollmentMenu({ enrollment, onExit }: { enrollment: Enrollment; onExit: () => void }) {
  const { can } = useWorkspace();
  const sequence = useOpenSequence();
  const update = useUpdateEnrollment(sequence.id);
  const name = recordOf(enrollment);
  const isOpen = enrollment.status === "active" || enrollment.status === "paused";
  if (!isOpen || !can("can_edit_records")) return null;
  const set = (status: "active" | "paused") =>
    update
      .mutateAsync({ id: enrollment.id, status })
      .then(() => true)
      .catch((error: unknown) => {
        notifyFailure(`${name} stays as it is`, error);
        return false;
      });
  const pause = async () => {
    if (await set("paused")) notifyUndoable(`${name} is paused.`, () => void set("active"), enrollment.id);
  };
  return (
    <DotsMenu
      label={`Actions for ${name}`}
      entries={[
        enrollment.status === "active"
          ? { name: "Pause", Icon: IconPlayerPause, onClick: () => void pause() }
          : { name: "Resume", Icon: IconPlayerPlay, onClick: () => void set("active") },
        { name: "Take out…", Icon: IconLogout2, isDanger: true, onClick: onExit },
      ]}
    />
  );
}

type RowProps = { enrollment: Enrollment; onOpen: () => void; onExit: () => void };

function EnrollmentRow({ enrollment, onOpen, onExit }: RowProps) {
  const { label, tone } = ENROLLMENT_STATUSES[enrollment.status];
  return (
    <LogRow
      status={<Status tone={enrollment.steps_failed > 0 ? "bad" : tone} label={label} />}
      title={recordOf(enrollment)}
      detail={<Standing enrollment={enrollment} />}
      when={
        <>
          enrolled <RelativeTime at={enrollment.created_at} />
        </>
      }
      actions={<EnrollmentMenu enrollment={enrollment} onExit={onExit} />}
      onOpen={onOpen}
    />
  );
}

function EnrollForm() {
  const sequence = useOpenSequence();
  const enroll = useEnroll(sequence.id);
  const [record, setRecord] = useState<Reference | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [enrolled, setEnrolled] = useState(0);
  const submit = async () => {
    if (record === null) return;
    setProblem(null);
    try {
      await enroll.mutateAsync(record.id);
      setRecord(null);
      setEnrolled(enrolled + 1);
    } catch (error) {
      const issue = error instanceof ApiError ? error.issues[0]?.message : undefined;
      setProblem(issue ?? sentenceOf(error));
    }
  };
  return (
    <Form onSubmit={submit}>
      <Group align="flex-end" gap="xs" mb="md" wrap="nowrap" maw={480}>
        <div style={{ flex: 1, minWidth: 0 }}>
          <RecordPicker
            // A new key empties the field for the next record.
            key={enrolled}
            label="Enrol a record"
            placeholder="Find a record"
            object={sequence.object}
            value={record}
            error={problem}
            inputWrapperOrder={ERROR_ABOVE}
            onChange={(next) => {
              setRecord(next);
              setProblem(null);
            }}
          />
        </div>
        <Button
          type="submit"
          variant="default"
          leftSection={<IconPlus size={16} stroke={2} />}
          disabled={record === null}
          loading={enroll.isPending}
          mb={problem === null ? 0 : 24}
        >
          Enrol
        </Button>
      </Group>
    </Form>
  );
}

const FILTERS = [choiceFilter("status", "State", choicesOf("Any state", ENROLLMENT_STATUSES))];

function useOpenEnrollments(query: AddressTexts<"status">) {
  return useEnrollments(useOpenSequenceId(), query);
}

/** The records that are or were in the open sequence, with their current step and when they continue. */
export function EnrollmentList() {
  const { can } = useWorkspace();
  const exit = useExitEnrollment(useOpenSequence().id);
  const [leaving, setLeaving] = useState<Enrollment | null>(null);
  const [isAsking, asking] = useDisclosure();
  return (
    <>
      <ListScreen
        what="records in it"
        label="Records, newest first"
        Icon={IconUsersPlus}
        filters={FILTERS}
        useItems={useOpenEnrollments}
        row={(enrollment, open) => (
          <EnrollmentRow
            key={enrollment.id}
            enrollment={enrollment}
            onOpen={() => open(enrollment.id)}
            onExit={() => {
              setLeaving(enrollment);
              asking.open();
            }}
          />
        )}
        empty={{
          title: "No records have been enrolled yet",
          text: can("can_edit_records")
            ? "Enrol a record above, on the record's own page, or by an automation."
            : "Someone with can_edit_records can enrol the first one.",
        }}
        noMatch={{ title: "No matching record", text: "Nothing matches this filter." }}
        detail={{ name: "enrollment", drawer: (drawer) => <EnrollmentDrawer {...drawer} /> }}
      >
        {can("can_edit_records") ? <EnrollForm /> : null}
      </ListScreen>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title={`Take ${leaving ? recordOf(leaving) : "it"} out?`}
        confirmLabel="Take out"
        onConfirm={async () => {
          if (leaving) await exit.mutateAsync(leaving.id);
        }}
      >
        What has been done stays, and no more steps run. If it is enrolled again, it starts at the first step.
      </ConfirmDialog>
    </>
  );
}

/** Prefetches them. */
export function EnrollmentsAhead() {
  return <ListAhead filters={FILTERS} useItems={useOpenEnrollments} />;
}
