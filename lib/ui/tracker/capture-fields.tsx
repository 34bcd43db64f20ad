import { NativeSelect, NumberInput, Stack, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import {
  EXCLUDED_BUNDLE_IDS_MAX,
  IDLE_THRESHOLD_S_MAX,
  IDLE_THRESHOLD_S_MIN,
  SAMPLE_INTERVAL_S_MAX,
  SAMPLE_INTERVAL_S_MIN,
  SCREENSHOT_EVERY_N_SAMPLES_MAX,
  SCREENSHOT_NOTICE_HOURS,
} from "@/lib/tracker/devices/limits";
import type { CaptureValues } from "@/lib/ui/tracker/capture-values";
import { POLICIES } from "@/lib/ui/tracker/words";
import classes from "./tracker.module.css";

type Props = {
  form: UseFormReturnType<CaptureValues>;
  /** The values that apply where a field is empty: the project's, or else the defaults. */
  usual: CaptureValues;
  isOfDevice?: boolean;
};

const SECONDS = { suffix: " s", allowDecimal: false, allowNegative: false } as const;
const BELOW = {
  inputWrapperOrder: ["label", "input", "description", "error"] as ["label", "input", "description", "error"],
};

/** The fields for what devices record and how often. */
export function CaptureFields({ form, usual, isOfDevice = false }: Props) {
  const like = isOfDevice ? ", like the project" : "";
  const policy = POLICIES.find(({ value }) => value === usual.screenshot_policy)?.label ?? "Off";
  return (
    <Stack>
      <div className={classes.pair}>
        <NumberInput
          label="Take a sample every"
          description={`${SAMPLE_INTERVAL_S_MIN} to ${SAMPLE_INTERVAL_S_MAX} seconds. Shorter is more exact and takes more battery.`}
          placeholder={`${usual.sample_interval_s} s${like}`}
          {...BELOW}
          {...SECONDS}
          {...form.getInputProps("sample_interval_s")}
        />
        <NumberInput
          label="Stop when nobody types or clicks for"
          description={`${IDLE_THRESHOLD_S_MIN} to ${IDLE_THRESHOLD_S_MAX} seconds. It resumes with the next key or click.`}
          placeholder={`${usual.idle_threshold_s} s${like}`}
          {...BELOW}
          {...SECONDS}
          {...form.getInputProps("idle_threshold_s")}
        />
        <NativeSelect
          label="Screenshots"
          description={`Capturing more starts ${SCREENSHOT_NOTICE_HOURS} hours after each person was notified; capturing less applies at once.`}
          {...BELOW}
          data={[...(isOfDevice ? [{ value: "", label: `${policy}${like}` }] : []), ...POLICIES]}
          {...form.getInputProps("screenshot_policy")}
        />
        <NumberInput
          label="Take a screenshot every"
          description={`1 to ${SCREENSHOT_EVERY_N_SAMPLES_MAX} samples, where screenshots are on.`}
          suffix=" samples"
          allowDecimal={false}
          allowNegative={false}
          placeholder={`${usual.screenshot_every_n_samples} samples${like}`}
          {...BELOW}
          {...form.getInputProps("screenshot_every_n_samples")}
        />
      </div>
      <Textarea
        label="Excluded apps"
        description={`Bundle ids, one per line, at most ${EXCLUDED_BUNDLE_IDS_MAX}. Nothing of these apps is recorded${isOfDevice ? ", besides those that the project excludes" : ""}.`}
        placeholder="com.1password.1password"
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        {...form.getInputProps("excluded_bundle_ids")}
      />
    </Stack>
  );
}
