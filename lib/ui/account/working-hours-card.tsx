import { ActionIcon, Checkbox, Radio, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { WORKING_STRETCHES_MAX } from "@/lib/tracker/hours/limits";
import { zonesWith } from "@/lib/ui/account/time-zone-field";
import { ApiError } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import { timeZoneOf, useProfile } from "@/lib/ui/api/profile";
import { IconPlus, IconX } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { LazySelect } from "@/lib/ui/kit/fields/lazy-select";
import { SavedForm, useSavedForm } from "@/lib/ui/kit/fields/saved-form";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { useSetWorkingHours, useWorkingHours, type WorkingHours } from "@/lib/ui/tracker/queries";
import classes from "@/lib/ui/tracker/tracker.module.css";

type Stretch = NonNullable<WorkingHours["hours"]>[number];
type Values = { isLimited: boolean; zone: string; stretches: Stretch[] };

const DAYS: readonly { day: Stretch["day"]; name: string }[] = [
  { day: "mon", name: "Monday" },
  { day: "tue", name: "Tuesday" },
  { day: "wed", name: "Wednesday" },
  { day: "thu", name: "Thursday" },
  { day: "fri", name: "Friday" },
  { day: "sat", name: "Saturday" },
  { day: "sun", name: "Sunday" },
];
const DAY_OFF = new Set<Stretch["day"]>(["sat", "sun"]);
const usual = (day: Stretch["day"]): Stretch => ({ day, from: "09:00", to: "17:30" });

// A time field can't show 24:00.
const shown = (stretch: Stretch): Stretch => (stretch.to === "24:00" ? { ...stretch, to: "00:00" } : stretch);
const sent = (stretch: Stretch): Stretch => (stretch.to === "00:00" ? { ...stretch, to: "24:00" } : stretch);

/** A remark behind a stretch whose times alone are not clear. */
function remarkOn({ from, to }: Stretch): string {
  if (to === "00:00") return from === "00:00" ? "the whole day" : "until midnight";
  return to !== "" && to < from ? "the next day" : "";
}

type DayProps = { form: UseFormReturnType<Values>; day: Stretch["day"]; name: string };

function Day({ form, day, name }: DayProps) {
  const { stretches } = form.values;
  const own = stretches.flatMap((stretch, at) => (stretch.day === day ? [{ stretch, at }] : []));
  const set = (next: Stretch[]) => form.setValues({ stretches: next });
  return (
    <fieldset className={classes.day}>
      <legend hidden>{name}</legend>
      <Checkbox
        label={name}
        checked={own.length > 0}
        mt={own.length > 0 ? 8 : 0}
        onChange={({ currentTarget: { checked } }) =>
          set(checked ? [...stretches, usual(day)] : stretches.filter((each) => each.day !== day))
        }
      />
      {own.length === 0 ? null : (
        <ActionIcon
          size={36}
          className={classes.more ?? ""}
          aria-label={`Add hours on ${name}`}
          disabled={stretches.length >= WORKING_STRETCHES_MAX}
          onClick={() => set([...stretches, { day, from: "19:00", to: "21:00" }])}
        >
          <IconPlus size={16} stroke={1.75} />
        </ActionIcon>
      )}
      {own.length === 0 ? (
        <span className={classes.off}>Nothing is recorded</span>
      ) : (
        <div className={classes.stretches}>
          {own.map(({ stretch, at }, place) => (
            <div key={at} className={classes.stretch}>
              <TextInput
                type="time"
                required
                aria-label={`${name}, from`}
                {...form.getInputProps(`stretches.${at}.from`)}
              />
              <span className={classes.until}>to</span>
              <TextInput
                type="time"
                required
                aria-label={`${name}, to`}
                {...form.getInputProps(`stretches.${at}.to`)}
              />
              {place > 0 ? (
                <ActionIcon
                  size={36}
                  aria-label={`Remove ${stretch.from} to ${stretch.to} on ${name}`}
                  onClick={() => set(stretches.filter((_, index) => index !== at))}
                >
                  <IconX size={16} stroke={1.75} />
                </ActionIcon>
              ) : null}
              <span className={`${classes.until} ${classes.off}`}>{remarkOn(stretch)}</span>
            </div>
          ))}
        </div>
      )}
    </fieldset>
  );
}

const TIME = /^\d\d:\d\d$/;

/** Why the hours can't be saved, by field. */
function problemsOf({ isLimited, stretches }: Values): Record<string, string> {
  if (!isLimited) return {};
  if (stretches.length === 0) return { form: "Choose at least one day, or record at any time." };
  return Object.fromEntries(
    stretches.flatMap(({ from, to }, at) => [
      ...(TIME.test(from) ? [] : [[`stretches.${at}.from`, "Enter a time"]]),
      ...(TIME.test(to)
        ? from === to && to !== "00:00"
          ? [[`stretches.${at}.to`, "Must differ from the start"]]
          : []
        : [[`stretches.${at}.to`, "Enter a time"]]),
    ]),
  );
}

/** What the server refused, by field. */
function errorsOf(error: unknown): Record<string, string> {
  const issues = error instanceof ApiError ? error.issues : [];
  const at = issues.flatMap(({ path, message }) =>
    /^hours\.\d+\.(?:from|to)$/.test(path) ? [[path.replace("hours", "stretches"), message]] : [],
  );
  return at.length > 0 ? Object.fromEntries(at) : { form: sentenceOf(error) };
}

function valuesOf({ hours, time_zone }: WorkingHours, zone: string): Values {
  return {
    isLimited: hours !== null,
    zone: time_zone ?? zone,
    stretches: hours?.map(shown) ?? DAYS.filter(({ day }) => !DAY_OFF.has(day)).map(({ day }) => usual(day)),
  };
}

function HoursForm({ stored, zone }: { stored: WorkingHours; zone: string }) {
  const set = useSetWorkingHours();
  const { form, save } = useSavedForm<Values>({
    initialValues: valuesOf(stored, zone),
    validate: problemsOf,
    send: async (_changed, { isLimited, zone, stretches }) => {
      const hours = isLimited ? stretches.map(sent) : null;
      return valuesOf(await set.mutateAsync({ time_zone: zone, hours }), zone);
    },
    errorsOf,
    saidThen: "Your working hours are saved.",
  });
  const { isLimited, zone: chosen } = form.values;
  return (
    <SavedForm form={form} onSubmit={save}>
      <Radio.Group
        aria-labelledby="working-hours"
        value={isLimited ? "hours" : "always"}
        onChange={(value) => form.setFieldValue("isLimited", value === "hours")}
      >
        <Stack gap="xs">
          <Radio value="always" label="Record at any time" />
          <Radio value="hours" label="Record only in these hours" />
        </Stack>
      </Radio.Group>
      {isLimited ? (
        <>
          <div>
            {DAYS.map((each) => (
              <Day key={each.day} form={form} {...each} />
            ))}
          </div>
          <LazySelect
            label="In the time zone"
            shownText={chosen}
            data={zonesWith(chosen)}
            value={chosen}
            allowDeselect={false}
            nothingFoundMessage="No such time zone"
            onChange={(next) => form.setFieldValue("zone", next ?? chosen)}
          />
        </>
      ) : null}
    </SavedForm>
  );
}

/** The hours in which the reader's devices may record. */
export default function WorkingHoursCard() {
  const hours = useWorkingHours();
  const profile = useProfile();
  const query = {
    ...hours,
    data: hours.data && profile.data ? { stored: hours.data, profile: profile.data } : undefined,
  };
  return (
    <Card
      id="working-hours"
      title="Working hours"
      note="Outside these hours your devices record nothing, whatever a workspace sets. Nobody else can extend them."
    >
      <Loaded query={query} what="your working hours" bones={[96]}>
        {(read) => <HoursForm stored={read.stored} zone={timeZoneOf(read.profile)} />}
      </Loaded>
    </Card>
  );
}
