import { Radio, Stack, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { HOUR_MS } from "@/lib/platform/limits";
import { dayIn, rangeOfDay } from "@/lib/tracker/days/rules";
import { browserTimeZone, timeZoneOf, useProfile } from "@/lib/ui/api/profile";
import { FormDialog } from "@/lib/ui/kit/dialogs/form-dialog";
import { fromField, toField } from "@/lib/ui/kit/time/moments";

/** The start of the next day in a time zone. */
function tomorrowIn(zone: string): string | null {
  const now = new Date();
  return rangeOfDay(dayIn(zone, now), zone)?.to.toISOString() ?? null;
}

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Explains what pausing means here. */
  children: ReactNode;
  onPause: (until: string | null) => Promise<unknown>;
};

/** Asks how long to pause. */
export default function PauseDialog({ isOpen, onClose, title, children, onPause }: Props) {
  const profile = useProfile();
  // Where the reader's days end, which need not be where their browser thinks they are.
  const zone = profile.data ? timeZoneOf(profile.data) : browserTimeZone();
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      submitLabel="Pause"
      initialValues={{ kind: "open", until: toField(new Date(Date.now() + 2 * HOUR_MS).toISOString()) }}
      validate={{
        until: (until, { kind }) =>
          kind === "until" && !(Date.parse(fromField(until)) > Date.now())
            ? "Choose a time in the future"
            : null,
      }}
      onSubmit={({ kind, until }) => {
        const ends: Record<string, string | null> = {
          hour: new Date(Date.now() + HOUR_MS).toISOString(),
          tomorrow: tomorrowIn(zone),
          until: fromField(until),
        };
        return onPause(ends[kind] ?? null);
      }}
    >
      {(form) => (
        <Stack gap="sm">
          <Text size="sm" component="div">
            {children}
          </Text>
          <Radio.Group label="For how long" {...form.getInputProps("kind")}>
            <Stack gap="xs" mt={6}>
              <Radio value="open" label="Until it is resumed" />
              <Radio value="hour" label="For an hour" />
              <Radio value="tomorrow" label="Until midnight" />
              <Radio value="until" label="Until another time" />
            </Stack>
          </Radio.Group>
          {form.values.kind === "until" ? (
            <TextInput
              type="datetime-local"
              label="Pause until"
              min={toField(new Date().toISOString())}
              {...form.getInputProps("until")}
            />
          ) : null}
        </Stack>
      )}
    </FormDialog>
  );
}
