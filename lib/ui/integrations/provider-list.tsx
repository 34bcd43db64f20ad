"use client";

import { Alert, Anchor, Code, Skeleton, Text } from "@mantine/core";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { type Icon, IconCreditCard, IconGitBranch, IconMail, IconMessages } from "@/lib/ui/icons";
import { ChatTeams } from "@/lib/ui/integrations/chat-teams";
import { type Integration, useIntegrations } from "@/lib/ui/integrations/queries";
import { standingOf } from "@/lib/ui/integrations/words";
import { CopyCommand } from "@/lib/ui/kit/copy/copy-command";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { Status } from "@/lib/ui/kit/status/status";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { countOf, numberText } from "@/lib/ui/kit/words/counts";
import { workspacePath } from "@/lib/ui/shell/navigation";
import classes from "./integrations.module.css";

const SKELETONS = 6;
/** By provider; all others send mail events. */
const ICONS: Record<string, Icon> = {
  code_host: IconGitBranch,
  payments: IconCreditCard,
  chat: IconMessages,
};

/** Names of settings, as a list of code words. */
function Settings({ names }: { names: string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index === 0 ? "" : index === names.length - 1 ? " and " : ", "}
      <Code>{name}</Code>
    </span>
  ));
}

/** How deliveries are verified, what that means, and which server setting changes it. */
function Verification({ integration }: { integration: Integration }) {
  const { verification, is_configured, settings } = integration;
  const { meaning } = standingOf(integration);
  return (
    <Text size="sm" c="dimmed">
      {meaning === null ? null : `${meaning} `}
      {!is_configured ? (
        <>
          {verification === "off" ? "Verified by" : "To change that, set"} <Settings names={settings} /> on
          the server.
        </>
      ) : verification === "optional" ? (
        <>
          <Code>WEBHOOKS_REQUIRE_SIGNATURE=true</Code> on the server refuses unsigned ones.
        </>
      ) : (
        <>
          Required by <Code>WEBHOOKS_REQUIRE_SIGNATURE</Code> on the server.
        </>
      )}
    </Text>
  );
}

function ProviderCard({ integration }: { integration: Integration }) {
  const { slug } = useWorkspace();
  const { provider, title, endpoint_url, last_delivery_at, received_count, failed_count } = integration;
  const log = `${workspacePath(slug, "integrations/deliveries")}?${new URLSearchParams({ provider })}`;
  const id = `provider-${provider}`;
  const ProviderIcon = ICONS[provider] ?? IconMail;
  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.head}>
        <span className={rows.tile}>
          <ProviderIcon size={18} stroke={1.75} aria-hidden="true" />
        </span>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <Status {...standingOf(integration)} />
      </header>
      <CopyCommand command={endpoint_url} label={`Copy the address for ${title}`} />
      <Verification integration={integration} />
      <p className={classes.traffic}>
        {last_delivery_at === null ? (
          "Nothing received for this workspace in the last 7 days"
        ) : (
          <>
            Last delivery <RelativeTime at={last_delivery_at} />
            {" · "}
            <Anchor component={Link} href={log} inherit underline="always">
              {numberText(received_count)} in 24 hours
            </Anchor>
            {" · "}
            {failed_count === 0 ? (
              "no failures"
            ) : (
              <span className={classes.failures}>{countOf(failed_count, "failure")}</span>
            )}
          </>
        )}
      </p>
      {provider === "chat" ? <ChatTeams /> : null}
    </section>
  );
}

/** Said once for all providers whose deliveries nobody verifies. */
function UnverifiedNotice() {
  return (
    <Alert color="red" title="Deliveries aren't verified where verification is off" mb="md">
      Anyone who knows such an address is trusted. To change that, set the provider's secret and{" "}
      <Code>WEBHOOKS_REQUIRE_SIGNATURE=true</Code> on the server.
    </Alert>
  );
}

/** Every webhook provider: its address here, how its deliveries are verified, and recent ones. */
export function ProviderList() {
  return (
    <Loaded
      query={useIntegrations()}
      what="the providers"
      skeleton={
        <div className={classes.cards} role="status" aria-label="Loading the providers">
          {Array.from({ length: SKELETONS }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cards have no identity
            <Skeleton key={card} height={190} radius="lg" />
          ))}
        </div>
      }
    >
      {(integrations) => (
        <>
          {integrations.some(({ verification }) => verification === "off") ? <UnverifiedNotice /> : null}
          <div className={classes.cards}>
            {integrations.map((integration) => (
              <ProviderCard key={integration.provider} integration={integration} />
            ))}
          </div>
          <Text size="sm" c="dimmed" mt="md">
            Enter a provider's address where it asks for a webhook URL. Its secret is set on the server, for
            all workspaces of this deployment; each workspace sees the deliveries that concern it.
          </Text>
        </>
      )}
    </Loaded>
  );
}
