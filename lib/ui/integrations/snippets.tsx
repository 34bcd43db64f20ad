import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { PRODUCT_EVENTS_PER_UPLOAD_MAX } from "@/lib/ingestion/limits";
import { TextBlock } from "@/lib/ui/integrations/text-block";

const KINDS = [
  { value: "browser", label: "Browser" },
  { value: "curl", label: "curl" },
];

function browserSnippet(origin: string, key: string): string {
  return `<script src="${origin}/events.js" data-key="${key}" defer></script>
<script>
  (window.productEvents ||= []).push(["track", "page_viewed", { path: location.pathname }]);
</script>`;
}

function curlSnippet(origin: string, key: string): string {
  return `curl ${origin}/api/v1/event-ingestion/events \\
  -H 'Authorization: Bearer ${key}' \\
  -d '{"events":[{"type":"plan_chosen","user_id":"user-42","properties":{"plan":"pro"}}]}'`;
}

/** Snippets for sending product events with a key. */
export function Snippets({ apiKey }: { apiKey: string }) {
  const [kind, setKind] = useState("browser");
  const { origin } = window.location;
  const isBrowser = kind === "browser";
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Where events are sent from"
        w="fit-content"
        size="xs"
        data={KINDS}
        value={kind}
        onChange={setKind}
      />
      <TextBlock
        text={isBrowser ? browserSnippet(origin, apiKey) : curlSnippet(origin, apiKey)}
        label="the snippet"
      />
      <Text size="sm" c="dimmed">
        {isBrowser ? (
          <>
            Paste it into your pages. <code>productEvents.track(type, properties)</code> records what happens,{" "}
            <code>.identify(userId)</code> says who did it, and <code>.reset()</code> forgets them when they
            sign out. What happens offline is sent later; visitors who ask not to be tracked are left alone.
          </>
        ) : (
          <>
            From servers and scripts, at most {PRODUCT_EVENTS_PER_UPLOAD_MAX} events at once. An{" "}
            <code>event_id</code> of your own makes sending the same event twice count once.
          </>
        )}
      </Text>
    </Stack>
  );
}
