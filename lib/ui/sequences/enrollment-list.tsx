"use client";

import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import type { AddressTexts } from "@/lib/ui/api/query";
import { ENROLLMENT_STATUSES, enrollmentTone, failedWords, reasonWords } from "@/lib/ui/crm/enrollment-words";
import { RecordPicker, type Reference } from "@/lib/ui/crm/record-picker";
import { IconPlus, IconUsersPlus } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { ERROR_ABOVE } from "@/lib/ui/kit/fields/error-above";
import { Form } from "@/lib/ui/kit/fields/form";
import { choiceFilter, choicesOf } from "@/lib/ui/kit/filters/list-filters";
import { ListAhead, ListScreen } from "@/lib/ui/kit/lists/list-screen";
import { LogRow } from "@/lib/ui/kit/lists/log-row";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { EnrollmentMenu } from "@/lib/ui/sequences/enrollment-menu";
import { type Enrollment, useEnroll, useEnrollments } from "@/lib/ui/sequences/queries";
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

type RowProps = { enrollment: Enrollment; onOpen: () => void };

function EnrollmentRow({ enrollment, onOpen }: RowProps) {
  const { label } = ENROLLMENT_STATUSES[enrollment.status];
  return (
    <LogRow
      status={<Status tone={enrollmentTone(enrollment)} label={label} />}
      title={recordOf(enrollment)}
      detail={<Standing enrollment={enrollment} />}
      when={
        <>
          enrolled <RelativeTime at={enrollment.created_at} />
        </>
      }
      actions={<EnrollmentMenu enrollment={enrollment} />}
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
        >
          Enrol
        </Button>
      </Group>
    </Form>
  );
}

const FILTERS = [
  choiceFilter("status", "State", choicesOf("Any state", ENROLLMENT_STATUSES)),
  choiceFilter("has_failed_steps", "Failed steps", [
    { value: "", label: "Failed or not" },
    { value: "true", label: "With failed steps" },
    { value: "false", label: "Without failed steps" },
  ]),
];

function useOpenEnrollments(query: AddressTexts<"status" | "has_failed_steps">) {
  return useEnrollments(useOpenSequenceId(), query);
}

/** The records that are or were in the open sequence, with their current step and when they continue. */
export function EnrollmentList() {
  const { can } = useWorkspace();
  return (
    <ListScreen
      what="enrolled records"
      label="Records, newest first"
      Icon={IconUsersPlus}
      filters={FILTERS}
      useItems={useOpenEnrollments}
      row={(enrollment, open) => (
        <EnrollmentRow key={enrollment.id} enrollment={enrollment} onOpen={() => open(enrollment.id)} />
      )}
      empty={{
        title: "No records have been enrolled yet",
        text: can("can_edit_records")
          ? "Enrol a record above, on the record's own page, or by an automation."
          : "Someone with can_edit_records can enrol the first one.",
      }}
      noMatch={{ title: "No matching record", text: "Nothing matches these filters." }}
      detail={{ name: "enrollment", drawer: (drawer) => <EnrollmentDrawer {...drawer} /> }}
    >
      {can("can_edit_records") ? <EnrollForm /> : null}
    </ListScreen>
  );
}

/** Prefetches them. */
export function EnrollmentsAhead() {
  return <ListAhead filters={FILTERS} useItems={useOpenEnrollments} />;
}
