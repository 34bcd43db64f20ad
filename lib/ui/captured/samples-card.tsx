import { Button } from "@mantine/core";
import { useState } from "react";
import { type Range, type Sample, useSamples } from "@/lib/ui/captured/queries";
import { outcomeOf } from "@/lib/ui/captured/words";
import { Card } from "@/lib/ui/kit/cards/card";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Tag } from "@/lib/ui/kit/status/tag";
import { exactTime } from "@/lib/ui/kit/time/moments";
import classes from "./captured.module.css";

const ScreenshotDialog = lazyDialog(() => import("@/lib/ui/tracker/screenshot-dialog"));

/** A sample's fields by name, without missing ones. */
function fieldsOf(sample: Sample): [name: string, value: string][] {
  const {
    active_app: app,
    file_context: file,
    dev_context: dev,
    browser,
    meeting,
    input_cadence: input,
  } = sample;
  const fields: [string, string | number | null][] = [
    ["Identifier", app.bundle_id],
    ["Page", browser.title],
    ["Address", browser.url],
    ["File", file.path ?? dev.editor_file],
    ["Repository", file.repo],
    ["Branch", file.branch],
    ["Folder", dev.terminal_cwd],
    ["Last command", dev.last_command],
    ["Call", meeting.in_call ? (meeting.call_app ?? "yes") : null],
    ["Key events", input.key_events],
    ["Mouse events", input.mouse_events],
    [
      "Covers",
      sample.is_point
        ? `Until the next from this editor, at most ${sample.interval_s} s`
        : `${sample.interval_s} s before`,
    ],
    ["Rule", sample.derived?.rule_id ?? null],
  ];
  return fields.flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, String(value)]]));
}

type RowProps = { sample: Sample; zone: string; onOpenScreenshot: () => void };

function SampleRow({ sample, zone, onOpenScreenshot }: RowProps) {
  const { name, window_title } = sample.active_app;
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <p className={rows.name}>
          {name} {sample.is_private ? <Tag>Private</Tag> : null}
        </p>
        {window_title === null ? null : <p className={rows.detail}>{window_title}</p>}
        <p className={`${rows.detail} ${rows.wrapping}`}>{outcomeOf(sample)}</p>
        <details className={classes.more}>
          <summary>{exactTime(sample.ts, zone)}</summary>
          <dl className={classes.fields}>
            {fieldsOf(sample).map(([label, value]) => (
              <div key={label} style={{ display: "contents" }}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            {sample.evidence_ref === null ? null : (
              <div style={{ display: "contents" }}>
                <dt>Screenshot</dt>
                <dd>
                  <Button size="compact-xs" variant="default" onClick={onOpenScreenshot}>
                    Open
                  </Button>
                </dd>
              </div>
            )}
          </dl>
        </details>
      </div>
    </li>
  );
}

/** What the dialog of a sample's screenshot says of it. */
function knownOf({ ts, active_app: { name, window_title } }: Sample, zone: string) {
  const title = exactTime(ts, zone);
  const detail = (
    <>
      <bdi>{name}</bdi>
      {window_title === null ? null : (
        <>
          {" "}
          · <bdi>{window_title}</bdi>
        </>
      )}
    </>
  );
  return { title, detail, alt: `Your screen, ${title}` };
}

/** The reader's samples, each with all that is stored of it and what was derived from it. */
export function SamplesCard({ range, zone }: { range: Range; zone: string }) {
  const samples = useSamples(range);
  const [opened, setOpened] = useState<Sample | null>(null);
  return (
    <Card id="samples" title="Your samples" note="As they are stored, newest first">
      <Rows
        list={samples}
        what="samples"
        named="your samples"
        empty="Nothing is stored for this time. An enrolled device sends a sample about once a minute."
        renderRow={(sample) => (
          <SampleRow
            key={`${sample.device_id} ${sample.event_id}`}
            sample={sample}
            zone={zone}
            onOpenScreenshot={() => setOpened(sample)}
          />
        )}
      />
      <ScreenshotDialog
        id={opened?.evidence_ref ?? ""}
        isOpen={opened !== null}
        onClose={() => setOpened(null)}
        known={opened === null ? undefined : knownOf(opened, zone)}
      />
    </Card>
  );
}
