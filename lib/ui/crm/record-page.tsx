"use client";

import { Alert, Button } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { RECORD_RESTORE_DAYS } from "@/lib/crm/records/limits";
import { failureNotice, notifyFailure } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import { type CrmRecord, useDeleteRecords, useRecord, useRestoreRecords } from "@/lib/ui/crm/queries";
import { RecordEmails } from "@/lib/ui/crm/record-emails";
import { RecordNotes } from "@/lib/ui/crm/record-notes";
import { RecordRelated } from "@/lib/ui/crm/record-related";
import { RecordSequences } from "@/lib/ui/crm/record-sequences";
import { RecordTasks } from "@/lib/ui/crm/record-tasks";
import { RecordTimeline } from "@/lib/ui/crm/record-timeline";
import { RecordValues } from "@/lib/ui/crm/record-values";
import { titleOf } from "@/lib/ui/crm/wording";
import { IconTrash } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { CopyIcon } from "@/lib/ui/kit/copy/copy-icon";
import { stayingHere } from "@/lib/ui/kit/dialogs/use-waiting";
import { UpLink } from "@/lib/ui/kit/lists/list-page";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Visit } from "@/lib/ui/kit/pages/places";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { notifyUndoable } from "@/lib/ui/kit/toasts/undo-notice";
import shared from "./crm.module.css";

function DeleteButton({ record, setIsLeft }: { record: CrmRecord; setIsLeft: (isLeft: boolean) => void }) {
  const { slug } = useWorkspace();
  const router = useRouter();
  const remove = useDeleteRecords(record.object);
  const restore = useRestoreRecords(record.object);
  // Uses promises instead of callbacks: the button is unmounted once the record is read again as deleted.
  const takeBack = () =>
    restore
      .mutateAsync([record.id])
      .catch((error: unknown) => notifyFailure(`${titleOf(record)} was not brought back`, error));
  const deleteIt = async () => {
    const isHere = stayingHere();
    setIsLeft(true);
    try {
      await remove.mutateAsync([record.id]);
    } catch (error) {
      setIsLeft(false);
      notifyFailure(`${titleOf(record)} was not deleted`, error);
      return;
    }
    if (isHere()) router.push(objectPath(slug, record.object));
    notifyUndoable(`${titleOf(record)} deleted`, takeBack);
  };
  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} stroke={1.75} />}
      loading={remove.isPending}
      onClick={() => void deleteIt()}
    >
      Delete
    </Button>
  );
}

function DeletedNotice({ record, at }: { record: CrmRecord; at: string }) {
  const { can } = useWorkspace();
  const restore = useRestoreRecords(record.object);
  return (
    <Alert
      color="red"
      mb="md"
      title={
        <>
          Deleted <RelativeTime at={at} />
        </>
      }
    >
      It can be restored for {RECORD_RESTORE_DAYS} days, and is erased then.
      {can("can_edit_records") ? (
        <div>
          <Button
            mt="sm"
            size="xs"
            variant="default"
            loading={restore.isPending}
            onClick={() =>
              restore.mutate([record.id], failureNotice(`${titleOf(record)} was not brought back`))
            }
          >
            Restore
          </Button>
        </div>
      ) : null}
    </Alert>
  );
}

function OpenRecord({ record }: { record: CrmRecord }) {
  const { slug, can } = useWorkspace();
  const object = useOpenObject();
  const isEditable = can("can_edit_records") && record.deleted_at === null;
  /** Deleted from here: until the list is there, the page does not speak of it as of one found deleted. */
  const [isLeft, setIsLeft] = useState(false);
  const hasAddress = object.attributes.some(({ type }) => type === "email");
  return (
    <>
      <Titled name={titleOf(record)} />
      <Visit path={objectPath(slug, object.slug, record.id)} name={titleOf(record)} />
      <PageHeader
        title={titleOf(record)}
        description={
          <>
            Created <RelativeTime at={record.created_at} /> · changed <RelativeTime at={record.updated_at} />{" "}
            <CopyIcon value={record.id} label="Copy the record's id" />
          </>
        }
        actions={isEditable ? <DeleteButton record={record} setIsLeft={setIsLeft} /> : null}
      />
      {record.deleted_at === null || isLeft ? null : <DeletedNotice record={record} at={record.deleted_at} />}
      <div className={page.columns}>
        <div className={shared.stack}>
          <Card id="values" title={object.singular_name}>
            <RecordValues record={record} isEditable={isEditable} />
          </Card>
          <RecordNotes record={record} isEditable={isEditable} />
          <Card id="timeline" title="Timeline">
            <RecordTimeline record={record} />
          </Card>
        </div>
        <div className={shared.stack}>
          <RecordRelated record={record} isEditable={isEditable} />
          <RecordTasks record={record} isEditable={isEditable} />
          <RecordSequences record={record} isEditable={isEditable} />
          {hasAddress ? <RecordEmails record={record} /> : null}
        </div>
      </div>
    </>
  );
}

/** One record: its values, its history and its tasks. */
export function RecordPage({ recordId }: { recordId: string }) {
  const { slug } = useWorkspace();
  const object = useOpenObject();
  const record = useRecord(object.slug, recordId);
  return (
    <>
      <UpLink href={objectPath(slug, object.slug)}>{object.plural_name}</UpLink>
      <Loaded query={record} what="this record" isPage>
        {(data) => <OpenRecord key={data.id} record={data} />}
      </Loaded>
    </>
  );
}
