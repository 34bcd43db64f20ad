"use client";

import { Button, NativeSelect, UnstyledButton } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconWebhook } from "@/lib/ui/icons";
import { type ReceivedDelivery, useDeliveries, useIntegrations } from "@/lib/ui/integrations/queries";
import { OUTCOMES, reasonOf, VERDICTS } from "@/lib/ui/integrations/words";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import {
  choiceFilter,
  choicesOf,
  customFilter,
  dayFilter,
  searchFilter,
} from "@/lib/ui/kit/filters/list-filters";
import page from "@/lib/ui/kit/lists/list-page.module.css";
import { ListScreen } from "@/lib/ui/kit/lists/list-screen";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Status } from "@/lib/ui/kit/status/status";
import { Tag } from "@/lib/ui/kit/status/tag";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./delivery-list.module.css";

const DeliveryDrawer = lazyDialog(() => import("@/lib/ui/integrations/delivery-drawer"));

/** Filters by provider. */
function ProviderField({ value, set }: { value: string; set: (provider: string) => void }) {
  const integrations = useIntegrations();
  return (
    <NativeSelect
      aria-label="Provider"
      size="sm"
      className={page.choice ?? ""}
      data={[
        { value: "", label: "Any provider" },
        ...(integrations.data ?? []).map(({ provider, title }) => ({ value: provider, label: title })),
      ]}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

const FILTERS = [
  customFilter("provider", { field: ({ value, set }) => <ProviderField value={value} set={set} /> }),
  searchFilter("Event", "Event, such as push", "event"),
  choiceFilter("status", "Outcome", choicesOf("Any outcome", OUTCOMES)),
  dayFilter("since", "Since", { labelWidth: 56 }),
];

/** The most informative line about a delivery's outcome. */
function noteOf({ status, reason, last_error }: ReceivedDelivery): string | null {
  if (status === "ignored") return reason === null ? null : reasonOf(reason);
  return last_error;
}

type RowProps = { delivery: ReceivedDelivery; provider: string; onOpen: () => void };

function DeliveryRow({ delivery, provider, onOpen }: RowProps) {
  const { event, subject, verification, status, received_at } = delivery;
  const note = noteOf(delivery);
  return (
    <li className={classes.item}>
      <UnstyledButton className={`${rows.row} ${classes.row}`} onClick={onOpen}>
        <span className={rows.main}>
          <span className={classes.event}>
            <code>{event === "" ? "(no event)" : event}</code>
            {verification === "verified" ? null : <Tag>{VERDICTS[verification].label}</Tag>}
          </span>
          <span className={`${rows.detail} ${classes.line}`}>
            {provider}
            {subject === null ? "" : ` · ${subject}`}
            {" · "}
            <RelativeTime at={received_at} />
          </span>
          {note === null ? null : (
            <span className={classes.note} data-bad={status !== "ignored" || undefined}>
              {note}
            </span>
          )}
        </span>
        <Status {...OUTCOMES[status]} />
      </UnstyledButton>
    </li>
  );
}

/** The webhooks received for the workspace, and their outcomes. */
export function DeliveryList() {
  const { slug } = useWorkspace();
  const integrations = useIntegrations();
  const titles = new Map(integrations.data?.map(({ provider, title }) => [provider, title]));
  return (
    <ListScreen
      what="received webhooks"
      label="Received webhooks, newest first"
      Icon={IconWebhook}
      filters={FILTERS}
      useItems={useDeliveries}
      row={(delivery, open) => (
        <DeliveryRow
          key={delivery.id}
          delivery={delivery}
          provider={titles.get(delivery.provider) ?? delivery.provider}
          onOpen={() => open(delivery.id)}
        />
      )}
      empty={{
        title: "Nothing received yet",
        text: "Set up a provider to post to its address. What it sends about this workspace appears here, for example the code host's events of adopted repositories.",
        action: (
          <Button component={Link} href={workspacePath(slug, "integrations")} variant="default">
            Addresses of the providers
          </Button>
        ),
      }}
      noMatch={{
        title: "No matching deliveries",
        text: "No deliveries match these filters. Search for an event by its full name, or by the part before the dot.",
      }}
      detail={{
        name: "delivery",
        drawer: (drawer) => <DeliveryDrawer {...drawer} titles={titles} />,
      }}
    />
  );
}
