import { Button, Group } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { failureNotice, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import {
  type Enrollment,
  useEnroll,
  useEnrollments,
  useMoveEnrollment,
  useSequencesFor,
} from "@/lib/ui/crm/about-record-queries";
import { ENROLLMENT_STATUSES, failedWords, reasonWords } from "@/lib/ui/crm/enrollment-words";
import type { CrmRecord } from "@/lib/ui/crm/queries";
import { IconLogout, IconPlayerPause, IconPlayerPlay } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { Form } from "@/lib/ui/kit/fields/form";
import { LazySelect } from "@/lib/ui/kit/fields/lazy-select";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { Rows } from "@/lib/ui/kit/lists/rows";
import { DotsMenu } from "@/lib/ui/kit/menus/dots-menu";
import { Link } from "@/lib/ui/kit/pages/link";
import { Tag } from "@/lib/ui/kit/status/tag";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { workspacePath } from "@/lib/ui/shell/navigation";
import shared from "./crm.module.css";
import classes from "./record.module.css";

const TYPING_MS = 200;

function EnrollForm({ record }: { record: CrmRecord }) {
  const enroll = useEnroll(record.id);
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text, TYPING_MS);
  const sequences = useSequencesFor(record.object, search === chosen?.name ? "" : search.trim());
  const add = () => {
    if (!chosen) return;
    enroll.mutate(chosen.id, {
      onSuccess: () => {
        setChosen(null);
        setText("");
      },
      onError: (error) => notifyFailure(`It was not enrolled in ${chosen.name}`, error),
    });
  };
  return (
    <Form onSubmit={add}>
      <Group gap="xs" mb="xs" wrap="nowrap">
        <LazySelect
          aria-label="Sequence to enrol in"
          placeholder="Find a sequence"
          style={{ flex: 1, minWidth: 0 }}
          shownText={chosen?.name ?? ""}
          data={(sequences.data ?? []).map((sequence) => ({ value: sequence.id, label: sequence.name }))}
          value={chosen?.id ?? null}
          onChange={(value, option) =>
            setChosen(value === null || option === null ? null : { id: value, name: option.label })
          }
          searchValue={text}
          onSearchChange={setText}
          filter={({ options }) => options}
          nothingFoundMessage={sequences.isPending ? "Searching…" : "No sequence for records like this"}
          clearable
        />
        <Button type="submit" variant="default" loading={enroll.isPending} disabled={chosen === null}>
          Enrol
        </Button>
      </Group>
    </Form>
  );
}

function EnrollmentRow({ enrollment, isEditable }: { enrollment: Enrollment; isEditable: boolean }) {
  const { slug } = useWorkspace();
  const move = useMoveEnrollment(enrollment.record_id);
  const [isAsking, asking] = useDisclosure();
  const { status, sequence_name: name, next_step_at, ended_at, exit_reason } = enrollment;
  const isOpen = status === "active" || status === "paused";
  const to = (next: "active" | "paused") =>
    move.mutate({ enrollment, to: next }, failureNotice(`${name} stays as it is`));
  return (
    <li className={classes.task}>
      <div className={classes.taskWords}>
        <p className={classes.taskTitle}>
          <Link href={workspacePath(slug, `crm/sequences/${enrollment.sequence_id}`)} className={page.link}>
            {name}
          </Link>
        </p>
        <p className={shared.small}>
          {ended_at === null ? (
            <>
              enrolled <RelativeTime at={enrollment.created_at} />
              {status === "active" && next_step_at !== null ? (
                <>
                  {" · next step "}
                  <RelativeTime at={next_step_at} />
                </>
              ) : null}
            </>
          ) : (
            <>
              ended <RelativeTime at={ended_at} />
              {exit_reason !== null && exit_reason !== "completed" ? ` · ${reasonWords(exit_reason)}` : ""}
            </>
          )}
          {failedWords(enrollment)}
        </p>
      </div>
      <Tag tone={status === "active" ? "accent" : "plain"}>{ENROLLMENT_STATUSES[status].label}</Tag>
      {isOpen && isEditable ? (
        <DotsMenu
          label={`What to do about ${name}`}
          entries={[
            status === "active"
              ? { name: "Pause", Icon: IconPlayerPause, onClick: () => to("paused") }
              : { name: "Resume", Icon: IconPlayerPlay, onClick: () => to("active") },
            { name: "Take out…", Icon: IconLogout, isDanger: true, onClick: asking.open },
          ]}
        />
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title={`Take it out of ${name}?`}
        confirmLabel="Take out"
        onConfirm={() => move.mutateAsync({ enrollment, to: "exited" })}
      >
        What has been done stays, and no more steps run. If it is enrolled again, it starts at the first step.
      </ConfirmDialog>
    </li>
  );
}

/** The sequences that a record is or was in. */
export function RecordSequences({ record, isEditable }: { record: CrmRecord; isEditable: boolean }) {
  const enrollments = useEnrollments(record.id);
  return (
    <Card id="sequences" title="Sequences">
      {isEditable ? <EnrollForm record={record} /> : null}
      <Rows
        list={enrollments}
        what="sequences"
        label="Sequences"
        className={shared.list}
        empty={
          <p className={shared.small}>Not in any sequence. Enrol it here, or have an automation do it.</p>
        }
        renderRow={(enrollment) => (
          <EnrollmentRow key={enrollment.id} enrollment={enrollment} isEditable={isEditable} />
        )}
      />
    </Card>
  );
}
