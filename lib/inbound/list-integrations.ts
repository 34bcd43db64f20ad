import type { WorkspaceScope } from "@/lib/access/authorise";
import { COUNTED_HOURS, OVERVIEW_DAYS } from "@/lib/inbound/limits";
import { presentIntegration } from "@/lib/inbound/present";
import { PROVIDERS } from "@/lib/inbound/registry";
import { standingOf } from "@/lib/inbound/rules";
import type { Integrations } from "@/lib/inbound/schema";
import { countByProvider } from "@/lib/inbound/store";
import { env } from "@/lib/platform/env";
import { HOUR_MS } from "@/lib/platform/limits";

/** Every provider: where it posts to, how it is verified, and what the workspace received from it recently. */
export async function listIntegrations(scope: WorkspaceScope, now: Date): Promise<Integrations> {
  const { BASE_URL, WEBHOOKS_REQUIRE_SIGNATURE } = env();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const counts = await countByProvider(scope, hoursAgo(OVERVIEW_DAYS * 24), hoursAgo(COUNTED_HOURS));
  return PROVIDERS.map((provider) =>
    presentIntegration(
      provider,
      `${BASE_URL}${provider.path}`,
      standingOf(provider.isConfigured(), WEBHOOKS_REQUIRE_SIGNATURE),
      counts.find((each) => each.provider === provider.name),
    ),
  );
}
