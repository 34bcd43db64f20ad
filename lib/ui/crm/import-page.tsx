"use client";

import { Button, Textarea } from "@mantine/core";
import { useRef, useState } from "react";
import { IMPORT_BYTES_MAX, IMPORT_ROWS_MAX } from "@/lib/crm/import/limits";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { objectPath, useOpenObject } from "@/lib/ui/crm/crm-frame";
import { ImportList } from "@/lib/ui/crm/import-list";
import { inSentence, titleAttribute } from "@/lib/ui/crm/wording";
import { IconFileImport } from "@/lib/ui/icons";
import { textOf } from "@/lib/ui/kit/imports/text-of";
import { UpLink } from "@/lib/ui/kit/lists/list-page";
import { RowSkeletons } from "@/lib/ui/kit/lists/list-states";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Titled } from "@/lib/ui/kit/pages/titled";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { Permitted } from "@/lib/ui/kit/states/no-permission";
import { numberText } from "@/lib/ui/kit/words/counts";
import shared from "./crm.module.css";
import classes from "./import.module.css";

const ImportSteps = lazyPart(
  () => import("@/lib/ui/crm/import-steps"),
  <RowSkeletons count={4} what="the file" />,
);

const BYTES_PER_MB = 1024 * 1024;

type Opened = { name: string | null; csv: string };

function DropZone({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const object = useOpenObject();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined) => {
    setIsOver(false);
    if (!file) return;
    if (file.size > IMPORT_BYTES_MAX) {
      setProblem(`${file.name} is larger than ${IMPORT_BYTES_MAX / BYTES_PER_MB} MB. Split it.`);
      return;
    }
    const csv = await textOf(file).catch(() => null);
    // A workbook is a zip archive, whatever its name.
    if (csv?.startsWith("PK")) setProblem(`${file.name} is not a CSV file. Save it as CSV first.`);
    else if (csv === null || csv.trim() === "") setProblem(`${file.name} can't be read, or is empty.`);
    else onOpen({ name: file.name, csv });
  };
  const paste = (text: string) => {
    if (text.trim().includes("\n")) onOpen({ name: null, csv: text });
    else setProblem("Paste the header line and the rows below it, as copied from a spreadsheet.");
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onPaste={(event) => {
        event.preventDefault();
        paste(event.clipboardData.getData("text"));
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
    >
      <IconFileImport size={28} stroke={1.5} aria-hidden="true" />
      <p style={{ margin: 0 }}>Drop a CSV file here, or</p>
      <Button onClick={() => input.current?.click()}>Choose a file</Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        aria-label="CSV file"
        tabIndex={-1}
        hidden
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Textarea
        className={classes.paste ?? ""}
        aria-label="Paste rows"
        placeholder="or paste rows from a spreadsheet"
        rows={1}
        value=""
        onChange={() => {}}
      />
      <p className={shared.small}>
        The first line holds the headers, such as{" "}
        {object.attributes
          .slice(0, 3)
          .map(({ name }) => name)
          .join(", ")}
        . At most {numberText(IMPORT_ROWS_MAX)} rows. You see a preview before anything is changed.
      </p>
      {problem === null ? null : (
        <p className={`${shared.small} ${shared.bad}`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function Import() {
  const { slug } = useWorkspace();
  const object = useOpenObject();
  const [opened, setOpened] = useState<Opened | null>(null);
  return (
    <>
      <Titled name="Import" />
      <UpLink href={objectPath(slug, object.slug)}>{object.plural_name}</UpLink>
      <PageHeader
        title={`Import ${inSentence(object.plural_name)}`}
        description={
          opened === null
            ? `From a spreadsheet or another CRM: one line for each ${inSentence(object.singular_name)}${
                titleAttribute(object) ? "" : ", with a header"
              }.`
            : (opened.name ?? "Pasted rows")
        }
      />
      {opened === null ? (
        <>
          <DropZone onOpen={setOpened} />
          <ImportList />
        </>
      ) : (
        <ImportSteps name={opened.name} csv={opened.csv} onOther={() => setOpened(null)} />
      )}
    </>
  );
}

/** Imports records from a CSV file: drop, map, test, import. */
export function ImportPage() {
  return (
    <Permitted by={["can_export_records"]}>
      <Import />
    </Permitted>
  );
}
