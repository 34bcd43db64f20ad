import { Alert, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { IconRefresh } from "@/lib/ui/icons";
import { type DeliveryDetail, useDelivery, useReplayDelivery } from "@/lib/ui/integrations/queries";
import { TextBlock } from "@/lib/ui/integrations/text-block";
import { formatBytes, OUTCOMES, reasonOf, VERDICTS } from "@/lib/ui/integrations/words";
import { CopyValue, Fact, Facts } from "@/lib/ui/kit/cards/facts";
import { prettyJson } from "@/lib/ui/kit/copy/pretty-json";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { SideDrawer } from "@/lib/ui/kit/dialogs/side-drawer";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { numberText } from "@/lib/ui/kit/words/counts";
import { readerLocale } from "@/lib/ui/kit/words/locale";
import classes from "./delivery-drawer.module.css";

function Replay({ delivery }: { delivery: DeliveryDetail }) {
  const replay = useReplayDelivery();
  if (delivery.status === "ignored") return null;
  return (
    <ConfirmButton
      label="Replay"
      look={{ variant: "default", size: "xs", leftSection: <IconRefresh size={14} stroke={1.75} /> }}
      title="Process this delivery again?"
      confirmLabel="Replay"
      isSafe
      onConfirm={async () => {
        await replay.mutateAsync(delivery.id);
        notifications.show({ color: "pine", message: "The delivery is being processed again." });
      }}
    >
      It is processed again from the stored body, in the background. Nothing that it already did is done
      twice.
    </ConfirmButton>
  );
}

/** The outcome, where it needs more words than its state. */
function Outcome({ delivery }: { delivery: DeliveryDetail }) {
  const { status, reason, last_error, attempts } = delivery;
  if (status === "ignored" && reason !== null) {
    return (
      <Alert color="gray" role="note" title="Ignored">
        {reasonOf(reason)}
      </Alert>
    );
  }
  if (last_error === null) return null;
  const tried = attempts === 1 ? "once" : `${numberText(attempts)} times`;
  return (
    <Alert
      color={status === "failed" ? "red" : "yellow"}
      role="note"
      title={
        status === "failed" ? `Given up after it was tried ${tried}` : `It failed, and was tried ${tried}`
      }
    >
      <span className={classes.error}>{last_error}</span>
      {status === "failed" ? " Once the cause is gone, replay it." : " It is retried automatically."}
    </Alert>
  );
}

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details open className={classes.section}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function Body({ delivery }: { delivery: DeliveryDetail }) {
  const { body, is_body_cut, body_bytes, status, verification } = delivery;
  if (body === null) {
    return (
      <Text size="sm" c="dimmed">
        {status === "ignored" && verification !== "verified"
          ? "Not kept: it was ignored, and anyone could have sent it."
          : "Not shown: it was erased after its retention time, or may contain data of other workspaces."}
      </Text>
    );
  }
  if (body_bytes === 0) {
    return (
      <Text size="sm" c="dimmed">
        Empty.
      </Text>
    );
  }
  return (
    <>
      <TextBlock text={is_body_cut ? body : prettyJson(body)} copied={body} label="the body" />
      {is_body_cut ? (
        <Text size="sm" c="dimmed" mt="xs">
          {verification === "verified" ? "Only its beginning" : "Only the parts that we use were kept"}: all
          of it is {formatBytes(body_bytes, readerLocale())}.
        </Text>
      ) : null}
    </>
  );
}

function Details({ delivery, provider }: { delivery: DeliveryDetail; provider: string }) {
  const { event, subject, external_id, verification, status, received_at, processed_at } = delivery;
  const headers = Object.entries(delivery.headers);
  return (
    <Stack gap="lg">
      <div className={classes.head}>
        <div className={classes.words}>
          <h3 className={classes.event}>{event === "" ? "(no event)" : event}</h3>
          <Text size="sm" c="dimmed">
            {provider}
            {subject === null ? "" : ` · ${subject}`}
          </Text>
        </div>
        <Status {...OUTCOMES[status]} />
        <Replay delivery={delivery} />
      </div>
      <Outcome delivery={delivery} />
      <Facts>
        <Fact label="Received">
          <RelativeTime at={received_at} />
        </Fact>
        {status === "ignored" ? null : (
          <Fact label="Handled">
            {processed_at === null ? "Not yet" : <RelativeTime at={processed_at} />}
          </Fact>
        )}
        <Fact label="Sender">
          {VERDICTS[verification].label}
          <Text size="xs" c="dimmed">
            {VERDICTS[verification].meaning}
          </Text>
        </Fact>
        <Fact label="Id at the provider">
          <CopyValue value={external_id} label="the provider's id" />
        </Fact>
      </Facts>
      <Section title="Headers">
        {headers.length === 0 ? (
          <Text size="sm" c="dimmed">
            None that are kept.
          </Text>
        ) : (
          <TextBlock
            text={headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
            label="the headers"
          />
        )}
      </Section>
      <Section
        title={
          <>
            Body <span className={classes.size}>{formatBytes(delivery.body_bytes, readerLocale())}</span>
          </>
        }
      >
        <Body delivery={delivery} />
      </Section>
    </Stack>
  );
}

function Content({ deliveryId, titles }: { deliveryId: string; titles: ReadonlyMap<string, string> }) {
  return (
    <Loaded query={useDelivery(deliveryId)} what="this delivery" bones={[44, 110, 320]}>
      {(delivery) => (
        <Details delivery={delivery} provider={titles.get(delivery.provider) ?? delivery.provider} />
      )}
    </Loaded>
  );
}

type Props = { id: string; isOpen: boolean; onClose: () => void; titles: ReadonlyMap<string, string> };

/** One received webhook, beside the list: its content, whether it was verified, and its outcome. */
export default function DeliveryDrawer({ id, titles, ...drawer }: Props) {
  return (
    <SideDrawer title="Received webhook" size="44rem" {...drawer}>
      {id === "" ? null : <Content key={id} deliveryId={id} titles={titles} />}
    </SideDrawer>
  );
}
