import { PROVIDERS } from "@/lib/inbound/registry";
import { standingOf } from "@/lib/inbound/rules";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** Says at the start of the server which providers are believed without proof: one warning each. */
export function warnOfUnverified(): void {
  for (const provider of PROVIDERS) {
    const verification = standingOf(provider.isConfigured(), env().WEBHOOKS_REQUIRE_SIGNATURE);
    if (verification === "required") continue;
    const { name, settings } = provider;
    const words =
      verification === "off"
        ? "webhooks of this provider are not verified: set its secret and WEBHOOKS_REQUIRE_SIGNATURE=true"
        : "webhooks of this provider are taken without a signature too: set WEBHOOKS_REQUIRE_SIGNATURE=true";
    log.warn({ provider: name, verification, settings }, words);
  }
}
