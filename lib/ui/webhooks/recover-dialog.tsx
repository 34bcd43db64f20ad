import { Button, Checkbox, Group, Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { sentenceOf } from "@/lib/ui/api/failure";
import { Form } from "@/lib/ui/kit/fields/form";
import { Refusal } from "@/lib/ui/kit/fields/refusal";
import { fromField, toField } from "@/lib/ui/kit/time/moments";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { useRecover, useRecoverable } from "@/lib/ui/webhooks/queries";
import { recoveredOf } from "@/lib/ui/webhooks/wording";
import { RECOVER_DELIVERIES_MAX } from "@/lib/webhooks/limits";

const TYPING_MS = 300;

type Props = {
  webhookId: string;
  /** When the webhook began to miss events, as far as the page knows. */
  since: string;
  onClose: () => void;
};

/**
 * Shows how many deliveries of a time span failed or wait for their next attempt, and how many events were held since,
 * and sends them.
 */
export default function RecoverDialog({ webhookId, since, onClose }: Props) {
  const [from, setFrom] = useState(() => toField(since));
  const [to, setTo] = useState("");
  const [asked] = useDebouncedValue(`${from}|${to}`, TYPING_MS);
  const isSettled = asked === `${from}|${to}`;
  const [start, end] = [fromField(from), fromField(to)];
  const isBackwards = end !== "" && end < start;
  const span = start === "" || isBackwards ? null : { since: start, ...(end === "" ? {} : { until: end }) };
  const found = useRecoverable(webhookId, isSettled ? span : null);
  const [isWaitingToo, setIsWaitingToo] = useState(true);
  const recover = useRecover(webhookId);
  const all = isSettled && span !== null ? found.data : undefined;
  const counts = all && !isWaitingToo ? { ...all, waiting: 0, count: all.count - all.waiting } : all;
  const count = counts?.count;
  const failure = recover.error ?? found.error;
  return (
    <Modal opened onClose={onClose} title="Recover what was missed" centered>
      <Form
        // So that a time that is typed in part is not taken for none.
        noValidate={false}
        onSubmit={() => {
          if (span === null) return;
          recover.mutate(
            { ...span, waiting: isWaitingToo },
            {
              onSuccess: (sent) => {
                notifications.show({ color: "pine", message: `${recoveredOf(sent)} will be sent.` });
                onClose();
              },
            },
          );
        }}
      >
        <Stack>
          <Text size="sm">
            Deliveries of this period that failed for good are sent again, and so are the events that came
            while the webhook was off: oldest first, as fast as the subscriber accepts them. Each keeps its{" "}
            <code>webhook-id</code>, so a subscriber that has seen it can tell.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput
              type="datetime-local"
              label="Happened since"
              value={from}
              error={from === "" ? "Choose a time" : null}
              onChange={(event) => setFrom(event.currentTarget.value)}
              data-autofocus
            />
            <TextInput
              type="datetime-local"
              label="Until (now, if empty)"
              value={to}
              error={isBackwards ? "Ends before it begins" : null}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          </SimpleGrid>
          {all?.waiting ? (
            <Checkbox
              label={`Also send ${countOf(all.waiting, "delivery that waits", "deliveries that wait")} for the next attempt`}
              checked={isWaitingToo}
              onChange={(event) => setIsWaitingToo(event.currentTarget.checked)}
            />
          ) : null}
          <Text size="sm" role="status" fw={500}>
            {counts === undefined
              ? span === null || failure
                ? "\u00a0"
                : "Counting…"
              : count === 0
                ? "Nothing was missed in this period."
                : Math.max(counts.failed, counts.waiting) >= RECOVER_DELIVERIES_MAX
                  ? `The oldest ${recoveredOf(counts)} will be sent; recover again for the rest.`
                  : `${recoveredOf(counts)} will be sent.`}
          </Text>
          {failure ? <Refusal>{sentenceOf(failure)}</Refusal> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={recover.isPending} disabled={!count}>
              {count ? `Recover ${numberText(count)}` : "Recover"}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
