import type { Repository } from "@/lib/ui/repositories/queries";

/** What a sync's state means, and its tone. */
export const SYNC_HEALTH: Record<
  Repository["sync_status"],
  { label: string; tone: "calm" | "busy" | "good" | "bad" }
> = {
  pending: { label: "Waiting to sync", tone: "calm" },
  syncing: { label: "Syncing", tone: "busy" },
  synced: { label: "In sync", tone: "good" },
  failed: { label: "Sync failed", tone: "bad" },
  no_credentials: { label: "No working connection", tone: "bad" },
};
