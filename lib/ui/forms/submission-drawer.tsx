import { Alert, Anchor, Button, Group, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { failureNotice, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { answerWords } from "@/lib/ui/forms/answer-words";
import {
  type Form,
  fileLink,
  type Submission,
  useDeleteSubmission,
  useMarkSpam,
  useRedeliverSubmission,
} from "@/lib/ui/forms/queries";
import { SPAM_REASONS } from "@/lib/ui/forms/words";
import { IconDownload } from "@/lib/ui/icons";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { firstClick } from "@/lib/ui/kit/fields/first-click";
import { Link } from "@/lib/ui/kit/pages/link";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./forms.module.css";

const LOST: Partial<Record<Submission["files"][number]["status"], string>> = {
  mismatch: "was not the kind of file it claimed to be, and was deleted",
  missing: "was never uploaded",
};

function FileAnswer({ form, submission, field }: { form: Form; submission: Submission; field: string }) {
  const { id } = useWorkspace();
  const file = submission.files.find((each) => each.field === field);
  if (!file) return null;
  const lost = LOST[file.status];
  if (lost !== undefined) {
    return (
      <>
        {file.file_name} <span className={classes.dimmed}>({lost})</span>
      </>
    );
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={14} stroke={1.75} />}
      onClick={() =>
        void fileLink(id, form.id, submission.id, file.upload_id).then(
          ({ url }) => window.location.assign(url),
          (error: unknown) => notifyFailure(`${file.file_name} was not saved`, error),
        )
      }
    >
      {file.file_name}
    </Button>
  );
}

function Delivery({ form, submission }: { form: Form; submission: Submission }) {
  const { slug, can } = useWorkspace();
  const redeliver = useRedeliverSubmission(form.id);
  const { status, record_id: recordId, error } = submission.delivery;
  const { destination } = form;
  if (status === "done" && recordId !== null && destination !== null) {
    const path =
      destination.type === "crm" ? `crm/${destination.object}/${recordId}` : `tables/${destination.table_id}`;
    return (
      <Anchor component={Link} href={workspacePath(slug, path)} size="sm">
        {destination.type === "crm" ? "Show the record it became" : "Show the table it went to"}
      </Anchor>
    );
  }
  if (status !== "failed") return null;
  return (
    <Alert color="red" title="Its destination refused it">
      {error}
      {can("can_manage_forms") && destination !== null ? (
        <Group mt="sm">
          <Button
            size="xs"
            variant="default"
            loading={redeliver.isPending}
            onClick={firstClick(() =>
              redeliver.mutate(submission.id, {
                onSuccess: ({ delivery }) => {
                  if (delivery.status === "done")
                    notifications.show({ message: "The answers were delivered" });
                },
                onError: (failure) => notifyFailure("It was not sent again", failure),
              }),
            )}
          >
            Try again
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}

function Details({ form, submission, onClose }: { form: Form; submission: Submission; onClose: () => void }) {
  const { can } = useWorkspace();
  const mark = useMarkSpam(form.id);
  const remove = useDeleteSubmission(form.id);
  const fields = [
    ...form.fields.map(({ key, label, type, options }) => ({ key, label, type, options })),
    ...form.retired_fields.map((field) => ({ ...field, label: `${field.label} (removed)`, options: [] })),
  ].filter(({ key }) => submission.values[key] !== undefined);
  return (
    <Stack gap="lg">
      <p className={classes.dimmed} style={{ position: "relative", margin: 0 }}>
        Sent <RelativeTime at={submission.submitted_at} />
      </p>
      {submission.is_spam ? (
        <Alert color="yellow" title="Marked as spam">
          {submission.spam_reasons.map((reason) => SPAM_REASONS[reason]).join(". ")}. It was not passed on to
          any destination, and nobody was notified.
        </Alert>
      ) : null}
      <Delivery form={form} submission={submission} />
      <dl className={classes.answers}>
        {fields.map(({ key, label, type, options }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              {type === "file" ? (
                <FileAnswer form={form} submission={submission} field={key} />
              ) : (
                answerWords(submission.values[key], { type, options })
              )}
            </dd>
          </div>
        ))}
      </dl>
      {can("can_manage_forms") ? (
        <Group gap="sm">
          <Button
            variant="default"
            onClick={() => {
              onClose();
              mark.mutate(
                { id: submission.id, isSpam: !submission.is_spam },
                failureNotice("It stays where it was"),
              );
            }}
          >
            {submission.is_spam ? "Not spam" : "Mark as spam"}
          </Button>
          <ConfirmButton
            label="Delete"
            title="Delete this submission?"
            confirmLabel="Delete"
            onConfirm={() => remove.mutateAsync(submission.id)}
            onDone={onClose}
          >
            Its answers and files are gone for good. A record that was made of it stays.
          </ConfirmButton>
        </Group>
      ) : null}
    </Stack>
  );
}

type DrawerProps = {
  form: Form;
  submission: Submission | undefined;
  isOpen: boolean;
  onClose: () => void;
};

/** One submission with all its answers, and actions on it. */
export default function SubmissionDrawer({ form, submission, isOpen, onClose }: DrawerProps) {
  return (
    <SideDrawer title="Submission" size="md" isOpen={isOpen && submission !== undefined} onClose={onClose}>
      {submission ? (
        <Details key={submission.id} form={form} submission={submission} onClose={onClose} />
      ) : null}
    </SideDrawer>
  );
}
