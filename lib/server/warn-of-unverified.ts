import { PROVIDERS } from "@/lib/inbound/registry";
import { believesUnsigned } from "@/lib/inbound/rules";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/** Says at the start of the server, in one line, whose webhooks are acted on although anyone may have sent them. */
export function warnOfUnverified(): void {
  const believed = PROVIDERS.filter((each) => believesUnsigned(each, env().WEBHOOKS_REQUIRE_SIGNATURE));
  if (believed.length === 0) return;
  const providers = believed.map(({ name }) => name);
  const settings = believed.flatMap((each) => each.settings);
  log.warn(
    { providers, settings },
    `unsigned webhooks are acted on of ${providers.join(", ")}: set the secrets and WEBHOOKS_REQUIRE_SIGNATURE=true`,
  );
}
