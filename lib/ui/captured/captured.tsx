"use client";

import { Button, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { COUNTED_SAMPLES_MAX } from "@/lib/tracker/captured/limits";
import { dayIn, rangeOfDay } from "@/lib/tracker/days/rules";
import { failureNotice } from "@/lib/ui/api/failure";
import { browserTimeZone, timeZoneOf, useProfile } from "@/lib/ui/api/profile";
import { type Range, type Summary, useErase, useExport, useSummary } from "@/lib/ui/captured/queries";
import { rangeOf } from "@/lib/ui/captured/range";
import { RulesCard } from "@/lib/ui/captured/rules-card";
import { SamplesCard } from "@/lib/ui/captured/samples-card";
import { ViewsCard } from "@/lib/ui/captured/views-card";
import { FIELDS, howLong } from "@/lib/ui/captured/words";
import { Card } from "@/lib/ui/kit/cards/card";
import { Fact, Facts } from "@/lib/ui/kit/cards/facts";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { ERROR_ABOVE } from "@/lib/ui/kit/fields/error-above";
import { UpLink } from "@/lib/ui/kit/lists/list-page";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { exactTime } from "@/lib/ui/kit/time/moments";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import classes from "./captured.module.css";

const BEGINNING = "1970-01-01T00:00:00Z";
const END = "9999-12-31T23:59:59Z";

function countText(count: number): string {
  return count >= COUNTED_SAMPLES_MAX ? `more than ${numberText(count - 1)}` : numberText(count);
}

function samplesText(count: number): string {
  return `${countText(count)} ${count === 1 ? "sample" : "samples"}`;
}

function screenshotsText(count: number): string {
  return countOf(count, "screenshot");
}

function EraseButton({ range, held }: { range: Range; held: Summary }) {
  const erase = useErase();
  const from = range.from ?? BEGINNING;
  const to = range.to ?? END;
  const isAll = range.from === undefined && range.to === undefined;
  return (
    <ConfirmButton
      label={isAll ? "Erase everything" : "Erase these days"}
      title={isAll ? "Erase all data about you?" : "Erase the data of these days?"}
      confirmLabel="Erase"
      typed="erase"
      onConfirm={async () => {
        const { is_done } = await erase.mutateAsync({ from, to });
        notifications.show({
          color: "pine",
          message: is_done ? "Erased." : "Erasing has begun and takes a few minutes.",
        });
      }}
    >
      {samplesText(held.samples)} and {screenshotsText(held.screenshots)} are deleted, with the categories,
      projects and totals derived from them. They don't come back, even if a device sends them again. Your
      workspaces lose this time too: download it first if you may need it.
    </ConfirmButton>
  );
}

function HeldCard({ range, zone }: { range: Range; zone: string }) {
  const summary = useSummary(range);
  const download = useExport();
  const save = (format: "csv" | "json") =>
    download.mutate({ range, format }, failureNotice("Nothing was saved"));
  return (
    <Loaded query={summary} what="what is held" bones={[120]}>
      {(held) => (
        <>
          <Facts>
            <Fact label="Samples">{countText(held.samples)}</Fact>
            <Fact label="Screenshots">{countText(held.screenshots)}</Fact>
            <Fact label="Oldest">{held.oldest_at === null ? "–" : exactTime(held.oldest_at, zone)}</Fact>
            <Fact label="Newest">{held.newest_at === null ? "–" : exactTime(held.newest_at, zone)}</Fact>
          </Facts>
          {held.is_erasing ? <p role="status">Something that you erased is still being deleted.</p> : null}
          <div className={classes.actions}>
            <Button variant="default" loading={download.isPending} onClick={() => save("csv")}>
              Download CSV
            </Button>
            <Button variant="default" loading={download.isPending} onClick={() => save("json")}>
              Download JSON
            </Button>
            <EraseButton range={range} held={held} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function FieldsCard() {
  const summary = useSummary({});
  const retention = summary.data?.retention ?? [];
  return (
    <Card
      id="fields"
      title="What is captured"
      note="Never: which keys you press, what you copy, your network, displays or battery"
    >
      <ul className={rows.rows} aria-label="What is captured, who can see it and for how long">
        {FIELDS.map((field) => (
          <li key={field.name} className={`${rows.row} ${classes.field}`}>
            <div className={rows.main}>
              <p className={rows.name}>{field.name}</p>
              <p className={`${rows.detail} ${rows.wrapping}`}>{field.kept}</p>
            </div>
            <p className={classes.terms}>
              Seen by {field.seenBy}
              <br />
              Kept {howLong(field.retention, retention)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Everything that the tracker stores about the reader: to view, export and erase. */
export function Captured() {
  const profile = useProfile();
  const zone = profile.data ? timeZoneOf(profile.data) : browserTimeZone();
  const today = dayIn(zone, new Date());
  const [first, setFirst] = useState("");
  const [last, setLast] = useState("");
  const range = rangeOf(first, last, zone);
  const problemOf = (day: string) => (day !== "" && rangeOfDay(day, zone) === null ? "No such day" : null);
  const isReversed = first !== "" && last !== "" && last < first;
  return (
    <div className={classes.page}>
      <UpLink href="/account">Account</UpLink>
      <PageHeader
        title="Data about you"
        description="What your devices sent, as it is stored, and what was derived from it."
      />
      <div className={list.stack}>
        <Card id="held" title="Your data" note="Download it or erase it">
          <search className={classes.range} aria-label="Choose days">
            <TextInput
              type="date"
              label="From"
              max={today}
              value={first}
              error={problemOf(first)}
              inputWrapperOrder={ERROR_ABOVE}
              onChange={(event) => setFirst(event.currentTarget.value)}
            />
            <TextInput
              type="date"
              label="To"
              max={today}
              value={last}
              error={problemOf(last) ?? (isReversed ? "Must not be before the first day" : null)}
              inputWrapperOrder={ERROR_ABOVE}
              onChange={(event) => setLast(event.currentTarget.value)}
            />
            {first || last ? (
              <Button
                variant="subtle"
                onClick={() => {
                  setFirst("");
                  setLast("");
                }}
              >
                All days
              </Button>
            ) : null}
          </search>
          {range === null ? null : <HeldCard range={range} zone={zone} />}
        </Card>
        {range === null ? null : <SamplesCard range={range} zone={zone} />}
        <FieldsCard />
        <RulesCard />
        <ViewsCard />
      </div>
    </div>
  );
}
