"use client";

import { Alert, Anchor, Button, Checkbox, Group, Progress, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { sentenceOf } from "@/lib/ui/api/failure";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import { type ImportDetail, isRunning, useImport, useMoveImport } from "@/lib/ui/crm/import-queries";
import { importedSentence, stateWords, undoneSentence } from "@/lib/ui/crm/import-words";
import { inSentence } from "@/lib/ui/crm/wording";
import { IconCircleCheck } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { UpLink } from "@/lib/ui/kit/lists/list-page";
import { Link } from "@/lib/ui/kit/pages/link";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { Permitted } from "@/lib/ui/kit/states/no-permission";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import shared from "./crm.module.css";
import classes from "./import.module.css";

const ImportOutcome = lazyPart(() => import("@/lib/ui/crm/import-outcome"));
const UndoDialog = lazyDialog(() => import("@/lib/ui/crm/undo-import-dialog"));

/** Whether an import that has ended wrote anything, also where that can't be undone any more. */
function hasWritten({ created, updated }: ImportDetail): boolean {
  return created + updated > 0;
}

function RunningImport({ run }: { run: ImportDetail }) {
  const { slug } = useWorkspace();
  const object = useOpenObject();
  const cancel = useMoveImport(object.slug, run.id, "cancel");
  const isUndo = run.state === "undoing";
  const total = isUndo ? run.created + run.updated : run.rows;
  const done = isUndo ? run.restored + run.deleted + run.left : run.rows_done;
  const locale = readerLocale();
  return (
    <Card
      id="progress"
      title={stateWords(run)}
      note={`You can leave this page: ${isUndo ? "undoing" : "the import"} continues in the background.`}
    >
      <Stack gap="sm">
        <Progress
          value={total === 0 ? 0 : (100 * done) / total}
          animated
          size="lg"
          aria-label={stateWords(run)}
        />
        <Text size="sm" c="dimmed" role="status">
          {done.toLocaleString(locale)} of {total.toLocaleString(locale)} {isUndo ? "records" : "rows"}
        </Text>
        {isUndo ? null : (
          <Group gap="sm">
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({})}>
              Cancel import
            </Button>
            <Button component={Link} variant="subtle" href={objectPath(slug, object.slug)}>
              Back to the {inSentence(object.plural_name)}
            </Button>
          </Group>
        )}
        {cancel.error ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {sentenceOf(cancel.error)}
          </Text>
        ) : null}
      </Stack>
    </Card>
  );
}

function Checked({ run }: { run: ImportDetail }) {
  const object = useOpenObject();
  const start = useMoveImport(object.slug, run.id, "start");
  const cancel = useMoveImport(object.slug, run.id, "cancel");
  const [skipsInvalid, setSkipsInvalid] = useState(false);
  const importable = run.created + run.updated;
  const failure = start.error ?? cancel.error;
  return (
    <Card id="start" title="Import" note="Start it within 24 hours.">
      <Stack gap="md">
        {run.failed > 0 ? (
          <Checkbox
            label={`Leave out the ${countOf(run.failed, "row that is", "rows that are")} not valid`}
            description="Otherwise correct the file and choose it again."
            checked={skipsInvalid}
            onChange={(event) => setSkipsInvalid(event.currentTarget.checked)}
          />
        ) : null}
        {failure ? <Refusal>{sentenceOf(failure)}</Refusal> : null}
        <Group gap="sm">
          <Button
            loading={start.isPending}
            disabled={importable === 0 || (run.failed > 0 && !skipsInvalid)}
            onClick={() => start.mutate({ skip_invalid: skipsInvalid })}
          >
            Import {countOf(importable, inSentence(object.singular_name), inSentence(object.plural_name))}
          </Button>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate({})}>
            Don’t import
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/** One sentence on the result of an import that has ended. */
function Ended({ run }: { run: ImportDetail }) {
  const { state } = run;
  if (state === "undone") {
    return (
      <Alert color="gray" title="Undone" role="status">
        {undoneSentence(run)}
      </Alert>
    );
  }
  return state === "done" ? (
    <Alert color="pine" icon={<IconCircleCheck size={18} />} title="Imported" role="status">
      {importedSentence(run)}
    </Alert>
  ) : (
    <Alert color={state === "failed" ? "red" : "gray"} title={stateWords(run)} role="alert">
      {run.error ?? ""} {hasWritten(run) ? importedSentence(run) : "Nothing was changed."}
    </Alert>
  );
}

function Left({ run }: { run: ImportDetail }) {
  const { slug } = useWorkspace();
  const object = useOpenObject();
  if (run.left_records.length === 0) return null;
  return (
    <Card id="left" title="Left as they are" note="Somebody has changed them since, or they can’t go back.">
      <div className={shared.scroll}>
        <Table aria-label="Records left as they are" fz="sm">
          <Table.Tbody>
            {run.left_records.map(({ record_id, title, reason }) => (
              <Table.Tr key={record_id}>
                <Table.Td>
                  <Anchor component={Link} href={objectPath(slug, object.slug, record_id)} inherit>
                    {title}
                  </Anchor>
                </Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {run.left > run.left_records.length ? (
        <Text size="sm" c="dimmed">
          The first {run.left_records.length} of {numberText(run.left)}.
        </Text>
      ) : null}
    </Card>
  );
}

function Run({ run }: { run: ImportDetail }) {
  const { slug } = useWorkspace();
  const object = useOpenObject();
  const [isUndoing, { open, close }] = useDisclosure();
  const hasEnded = !isRunning(run) && run.state !== "checked";
  // Its first changes are stored when it is checked, whether or not it comes to write them.
  const outcome = hasEnded && !hasWritten(run) ? { ...run, preview: [], new_options: {} } : run;
  return (
    <>
      <Titled name={run.file_name ?? "Import"} />
      <UpLink href={objectPath(slug, object.slug, "import")}>Imports</UpLink>
      <PageHeader
        title={run.file_name ?? `Import of ${inSentence(object.plural_name)}`}
        description={`${countOf(run.rows, "row", "rows")}, ${new Date(run.created_at).toLocaleString(
          readerLocale(),
          {
            dateStyle: "medium",
            timeStyle: "short",
          },
        )}${run.created_by_name ? `, by ${run.created_by_name}` : ""}`}
      />
      <Stack gap="lg">
        {isRunning(run) ? <RunningImport run={run} /> : null}
        {hasEnded ? <Ended run={run} /> : null}
        {hasEnded ? (
          <Group gap="sm">
            <Button component={Link} href={objectPath(slug, object.slug)}>
              See the {inSentence(object.plural_name)}
            </Button>
            {run.can_undo ? (
              <Button variant="default" onClick={open}>
                Undo import
              </Button>
            ) : null}
          </Group>
        ) : null}
        <Left run={run} />
        {run.state === "queued" && run.rows_done === 0 ? null : (
          <Card
            id="outcome"
            title={run.state === "checked" ? "What would happen" : hasEnded ? "What it did" : "What it does"}
          >
            <div className={classes.outcome}>
              <ImportOutcome result={outcome} attributes={object.attributes} />
            </div>
          </Card>
        )}
        {run.state === "checked" ? <Checked run={run} /> : null}
      </Stack>
      <UndoDialog run={run} isOpen={isUndoing} onClose={close} />
    </>
  );
}

function Found({ importId }: { importId: string }) {
  const query = useImport(useOpenObject().slug, importId);
  return (
    <Loaded query={query} what="the import" isPage>
      {(run) => <Run run={run} />}
    </Loaded>
  );
}

/** One import: its progress, its result, and a way to undo it. */
export function ImportRunPage({ importId }: { importId: string }) {
  return (
    <Permitted by={["can_export_records"]}>
      <Found importId={importId} />
    </Permitted>
  );
}
