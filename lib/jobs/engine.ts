import { env, type Settings } from "@/lib/platform/env";

/** Which engine runs the catalogue: Inngest if it is configured, otherwise workers on the service's own Postgres. */
export function engine(
  { INNGEST_EVENT_KEY, INNGEST_DEV }: Pick<Settings, "INNGEST_EVENT_KEY" | "INNGEST_DEV"> = env(),
): "inngest" | "embedded" {
  return INNGEST_EVENT_KEY || INNGEST_DEV ? "inngest" : "embedded";
}
