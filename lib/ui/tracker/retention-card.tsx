import { NumberInput, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  BUCKET_MONTHS_MAX,
  BUCKET_MONTHS_MIN,
  EVIDENCE_DAYS_MAX,
  EVIDENCE_DAYS_MIN,
  SAMPLE_DAYS_MAX,
  SAMPLE_DAYS_MIN,
} from "@/lib/tracker/retention/limits";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { SavedForm, useSavedForm } from "@/lib/ui/kit/fields/saved-form";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { type Retention, useRetention, useSetRetention } from "@/lib/ui/tracker/queries";
import classes from "./tracker.module.css";

const FIELDS = [
  {
    name: "evidence_days",
    label: "Screenshots",
    unit: "days",
    range: `${EVIDENCE_DAYS_MIN} to ${EVIDENCE_DAYS_MAX} days`,
  },
  {
    name: "sample_days",
    label: "Samples, with titles and addresses",
    unit: "days",
    range: `${SAMPLE_DAYS_MIN} to ${SAMPLE_DAYS_MAX} days`,
  },
  {
    name: "bucket_months",
    label: "Sums of time",
    unit: "months",
    range: `${BUCKET_MONTHS_MIN} to ${BUCKET_MONTHS_MAX} months`,
  },
] as const;

type Values = Record<(typeof FIELDS)[number]["name"], number | string>;

function RetentionForm({ kept }: { kept: Retention }) {
  const { can } = useWorkspace();
  const set = useSetRetention();
  const { form, save } = useSavedForm<Values>({
    initialValues: { ...kept },
    // An empty field is sent as it is: the server says what is required.
    send: async (changed) => ({ ...(await set.mutateAsync(changed as Partial<Retention>)) }),
    saidThen: "Saved. Everybody with a device here is notified.",
  });
  const [isAsking, asking] = useDisclosure();
  const isShorter = FIELDS.some(({ name }) => Number(form.values[name]) < kept[name]);
  // The dialog is a separate form: inside of this one, submitting it would submit both.
  return (
    <>
      <SavedForm
        form={form}
        isReadOnly={!can("can_manage_tracker")}
        onSubmit={(values) => (isShorter ? asking.open() : save(values))}
      >
        <div className={classes.pair}>
          {FIELDS.map(({ name, label, unit, range }) => (
            <NumberInput
              key={name}
              label={label}
              description={range}
              inputWrapperOrder={["label", "input", "description", "error"]}
              suffix={` ${unit}`}
              allowDecimal={false}
              allowNegative={false}
              {...form.getInputProps(name)}
            />
          ))}
        </div>
        <Text size="sm" c="dimmed">
          Anyone who manages the tracker can shorten these times; only owners can extend them. Everybody with
          a device here is notified.
        </Text>
      </SavedForm>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title="Keep it for less time?"
        confirmLabel="Keep less"
        onConfirm={() => save(form.getValues())}
      >
        Older data is deleted within hours, for everybody in this workspace. It can't be restored.
      </ConfirmDialog>
    </>
  );
}

/** How long the workspace keeps what devices send. */
export function RetentionCard() {
  const retention = useRetention();
  return (
    <Card id="retention" title="How long things are kept" note="Older data is deleted for good, within hours">
      <Loaded query={retention} what="how long things are kept" bones={[120]}>
        {(kept) => <RetentionForm kept={kept} />}
      </Loaded>
    </Card>
  );
}
