import type { z } from "zod";
import type { PermissionSlug } from "@/lib/access/catalog";
import { type LIVE_AREAS, LiveArea, type LiveChange, LiveKind } from "@/lib/live/schema";

type Area = (typeof LIVE_AREAS)[number];

/** Who hears about an area: those with a permission, or only whose changes they are, or every member. */
export const PERMISSIONS = {
  tables: "can_view_tables",
  tasks: "can_view_projects",
  records: "can_view_crm",
  inbox: "oneself",
  deliveries: "can_view_webhooks",
  members: "can_view_members",
  roles: "can_view_roles",
  teams: "can_view_teams",
  workspace: "everybody",
} as const satisfies Record<Area, PermissionSlug | "oneself" | "everybody">;

type Kind = LiveKind;

/** A change as the database tells it: `workspace area thing`, or `workspace area thing kind`. */
export type ChangeNotice = { workspaceId: string; area: Area; id: string; kind: Kind };

/** Parses a notification of the database; null for one that this version does not know. */
export function readNotice(payload: string): ChangeNotice | null {
  const [workspaceId = "", named, id = "", saidKind = "changed"] = payload.split(" ");
  const [area, kind] = [LiveArea.safeParse(named), LiveKind.safeParse(saidKind)];
  return area.success && kind.success && id !== ""
    ? { workspaceId, area: area.data, id, kind: kind.data }
    : null;
}

/** Who listens: what they may do at this moment, and who they are. */
export type Listening = { developerId: string; permissions: ReadonlySet<PermissionSlug> };

/** Whether somebody may hear of a change in a workspace that they listen in. */
export function mayHear({ developerId, permissions }: Listening, { area, id }: ChangeNotice): boolean {
  const who = PERMISSIONS[area];
  if (who === "oneself") return id === developerId;
  return who === "everybody" || permissions.has(who);
}

/** A change as one event of the stream (WHATWG HTML, "Server-sent events"). */
export function eventText({ area, id, kind }: ChangeNotice): string {
  const change: z.input<typeof LiveChange> = { area, id, kind };
  return `data: ${JSON.stringify(change)}\n\n`;
}
