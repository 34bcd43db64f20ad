"use client";

import { Button, NativeSelect, TextInput, UnstyledButton } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { lazy } from "react";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import {
  type Integration,
  type ReceivedDelivery,
  useDeliveries,
  useIntegrations,
} from "@/lib/ui/integrations/queries";
import { OUTCOMES, reasonOf, VERDICTS } from "@/lib/ui/integrations/words";
import { dayOf, startOfDay } from "@/lib/ui/kit/day";
import { SearchField, useFilters } from "@/lib/ui/kit/filters";
import { LazyDialog } from "@/lib/ui/kit/lazy-dialog";
import { Link } from "@/lib/ui/kit/link";
import { Empty, ListPanel } from "@/lib/ui/kit/list-page";
import page from "@/lib/ui/kit/list-page.module.css";
import { RelativeTime } from "@/lib/ui/kit/relative-time";
import rows from "@/lib/ui/kit/rows.module.css";
import { Status } from "@/lib/ui/kit/status";
import { Tag } from "@/lib/ui/kit/tag";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./delivery-list.module.css";

const DeliveryDrawer = lazy(() => import("@/lib/ui/integrations/delivery-drawer"));

const NAMES = ["provider", "event", "status", "since"] as const;
const NO_FILTERS = Object.fromEntries(NAMES.map((name) => [name, ""]));

/** The filters in the address, and as the API wants them. */
function useDeliveryFilters() {
  const filters = useFilters();
  const [provider, event, asked, since] = NAMES.map(filters.get) as [string, string, string, string];
  const status = asked in OUTCOMES ? asked : "";
  const query = { provider, event, status, since: startOfDay(since)?.toISOString() ?? "" };
  return {
    shown: { provider, event, status, since },
    query,
    isNarrowed: Object.values(query).some((value) => value !== ""),
    set: filters.set,
    clear: () => filters.set(NO_FILTERS),
    /** The delivery that is open; empty for none. */
    open: filters.get("delivery"),
  };
}

type Filters = ReturnType<typeof useDeliveryFilters>;

function FilterBar({ filters, providers }: { filters: Filters; providers: Integration[] }) {
  const { shown, set, clear, isNarrowed } = filters;
  return (
    <search className={page.filters} aria-label="Filter received webhooks">
      <NativeSelect
        aria-label="Provider"
        className={classes.filter ?? ""}
        data={[
          { value: "", label: "Any provider" },
          ...providers.map(({ provider, title }) => ({ value: provider, label: title })),
        ]}
        value={shown.provider}
        onChange={(event) => set({ provider: event.currentTarget.value })}
      />
      <SearchField
        className={classes.filter ?? ""}
        aria-label="Event"
        placeholder="Event, such as push"
        value={shown.event}
        onSearch={(event) => set({ event })}
      />
      <NativeSelect
        aria-label="Outcome"
        className={classes.filter ?? ""}
        data={[
          { value: "", label: "Any outcome" },
          ...Object.entries(OUTCOMES).map(([value, { label }]) => ({ value, label })),
        ]}
        value={shown.status}
        onChange={(event) => set({ status: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        aria-label="Since"
        className={classes.day ?? ""}
        leftSection="Since"
        leftSectionWidth={56}
        max={dayOf(new Date())}
        value={shown.since}
        onChange={(event) => set({ since: event.currentTarget.value })}
      />
      {isNarrowed ? (
        <Button variant="subtle" size="sm" px="xs" onClick={clear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}

/** The one line that says most about what became of a delivery. */
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

/** The webhooks that were received for the workspace, and what became of them. */
export function DeliveryList() {
  const { id, slug } = useWorkspace();
  const filters = useDeliveryFilters();
  const integrations = useIntegrations(id);
  const deliveries = useDeliveries(id, filters.query);
  const titles = new Map(integrations.data?.map(({ provider, title }) => [provider, title]));
  return (
    <>
      <FilterBar filters={filters} providers={integrations.data ?? []} />
      <ListPanel
        list={deliveries}
        what="received webhooks"
        label="Received webhooks, newest first"
        renderRow={(delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            provider={titles.get(delivery.provider) ?? delivery.provider}
            onOpen={() => filters.set({ delivery: delivery.id })}
          />
        )}
        empty={
          filters.isNarrowed ? (
            <Empty
              Icon={IconWebhook}
              title="No delivery like that"
              action={
                <Button variant="default" size="sm" onClick={filters.clear}>
                  Clear the filters
                </Button>
              }
            >
              Nothing that was received fits these filters. An event is found by its whole name, or by the
              part before the dot.
            </Empty>
          ) : (
            <Empty
              Icon={IconWebhook}
              title="Nothing received yet"
              action={
                <Button component={Link} href={workspacePath(slug, "integrations")} variant="default">
                  Addresses of the providers
                </Button>
              }
            >
              Give a provider its address, and what it sends about this workspace stands here: the code host's
              events of adopted repositories, for example.
            </Empty>
          )
        }
      />
      <LazyDialog isOpen={filters.open !== ""}>
        {(isOpen) => (
          <DeliveryDrawer
            deliveryId={filters.open}
            titles={titles}
            isOpen={isOpen}
            onClose={() => filters.set({ delivery: "" })}
          />
        )}
      </LazyDialog>
    </>
  );
}
