"use client";

import { Button, Progress, Skeleton, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { IconFileImport } from "@/lib/ui/icons";
import {
  isRunning,
  type TrackerImport,
  useImportDevices,
  useImports,
  useUndoImport,
} from "@/lib/ui/imports/queries";
import { outcomeOf, refusalsOf, stateOf } from "@/lib/ui/imports/words";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { Empty, UpLink } from "@/lib/ui/kit/lists/list-page";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { countOf } from "@/lib/ui/kit/words/counts";
import classes from "./imports.module.css";

// Loaded later: its fields would keep the page from working at first.
const UploadCard = lazyPart(
  () => import("@/lib/ui/imports/upload-card"),
  <Skeleton height={330} radius="lg" />,
);

type RowProps = { run: TrackerImport; deviceName: string; onUndo: () => void };

function ImportRow({ run, deviceName, onUndo }: RowProps) {
  const { label, tone } = stateOf(run);
  const refusals = refusalsOf(run);
  const mayUndo =
    run.state === "queued" || run.state === "running" || run.state === "done" || run.state === "failed";
  return (
    <li className={`${rows.row} ${classes.run}`}>
      <div className={rows.main}>
        <p className={rows.name}>
          {deviceName} · <RelativeTime at={run.created_at} />
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>{outcomeOf(run)}</p>
        {run.error === null ? null : (
          <p className={`${rows.detail} ${rows.wrapping} ${classes.error}`}>{run.error}</p>
        )}
        {run.state === "running" ? (
          <Progress
            value={run.events === 0 ? 0 : (100 * run.events_done) / run.events}
            animated
            mt="xs"
            aria-label={`Import of ${deviceName}: ${run.events_done} of ${run.events} events`}
          />
        ) : null}
        {refusals.length > 0 ? (
          <details className={classes.refused}>
            <summary>
              {countOf(
                Object.values(run.rejected).reduce((sum, count) => sum + count, 0),
                "entry",
                "entries",
              )}{" "}
              left out
            </summary>
            <ul>
              {refusals.map(({ reason, text }) => (
                <li key={reason}>{text}</li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
      <Status tone={tone} label={label} isLive />
      {mayUndo ? (
        <Button variant="default" size="xs" aria-label={`Undo the import of ${deviceName}`} onClick={onUndo}>
          Undo…
        </Button>
      ) : null}
    </li>
  );
}

/** Imports from another tracker: upload, progress and undo. */
export function Imports() {
  const imports = useImports();
  const devices = useImportDevices();
  const undo = useUndoImport();
  const [asked, setAsked] = useState<TrackerImport | null>(null);
  const [isAsking, asking] = useDisclosure();
  const nameOf = (id: string) =>
    devices.items?.find((each) => each.device_id === id)?.name ?? "Unnamed device";
  return (
    <div className={classes.page}>
      <UpLink href="/account">Account</UpLink>
      <PageHeader
        title="Imports"
        description="Time that ActivityWatch recorded on one of your computers, imported from its export."
      />
      <div className={list.stack}>
        <UploadCard isBusy={imports.items?.some(isRunning) ?? false} />
        <Card id="imports" title="Your imports" note="Newest first">
          <Rows
            list={imports}
            what="imports"
            named="your imports"
            label="Your imports, newest first"
            empty={
              <Empty Icon={IconFileImport} title="No imports yet">
                On the computer that ActivityWatch runs on, open <code>http://localhost:5600/#/buckets</code>{" "}
                (Raw Data in its menu) and choose “Export all buckets as JSON”. Then choose that file above.
              </Empty>
            }
            renderRow={(run) => (
              <ImportRow
                key={run.id}
                run={run}
                deviceName={nameOf(run.device_id)}
                onUndo={() => {
                  setAsked(run);
                  asking.open();
                }}
              />
            )}
          />
        </Card>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title="Undo this import?"
        confirmLabel="Undo import"
        onConfirm={() => undo.mutateAsync(asked?.id ?? "")}
      >
        <Text size="sm">
          {asked && isRunning(asked) ? "It stops, and the samples" : "The samples"} that it added are deleted,
          with the time counted from them. Samples that were there before stay. You can import the file again.
        </Text>
      </ConfirmDialog>
    </div>
  );
}
