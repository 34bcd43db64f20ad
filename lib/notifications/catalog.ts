import type { PermissionSlug } from "@/lib/access/catalog";

/**
 * The kinds of notifications: the only place where they are defined. Each can be switched on and off for the inbox, for
 * immediate mail, and for the daily digest, which lists what was neither read nor mailed.
 */
export const NOTIFICATION_KINDS = [
  { slug: "mention", label: "Someone mentions you", isMailed: true },
  { slug: "assigned", label: "Someone assigns a task to you", isMailed: true },
  { slug: "form_answered", label: "A form of yours is answered", isMailed: true },
  { slug: "request_filed", label: "A visitor files a request in a project that you lead", isMailed: false },
  {
    slug: "request_status",
    label: "A request that you wrote, voted for or follow changes its status or is replied to",
    isMailed: true,
  },
  { slug: "webhook", label: "A webhook that you manage fails or is turned off", isMailed: true },
  { slug: "invite_accepted", label: "Someone accepts your invite", isMailed: false },
  {
    slug: "automation",
    label: "An automation or sequence notifies you, fails or is turned off",
    isMailed: true,
  },
  { slug: "service", label: "Imports, devices and the service itself", isMailed: true },
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]["slug"];

/** The default for people who have chosen nothing: everything in the inbox and the digest, and mail for some kinds. */
export function defaultsOf(kind: NotificationKind): { inbox: boolean; mail: boolean; digest: boolean } {
  const { isMailed } = NOTIFICATION_KINDS.find(({ slug }) => slug === kind) ?? { isMailed: false };
  return { inbox: true, mail: isMailed, digest: true };
}

/**
 * The permission that shows what stands at `/w/{slug}/{area}`: whoever lacks it is told nothing of it, and no longer what
 * they were told before. What an automation says to somebody is its owner's to decide, and webhooks are the business of
 * those who manage them, whether they may list them or not.
 */
export const PERMISSION_OF_AREA: Readonly<Record<string, PermissionSlug>> = {
  crm: "can_view_crm",
  forms: "can_view_forms",
  projects: "can_view_projects",
  webhooks: "can_manage_webhooks",
};
export const SAID_TO_ANYONE: NotificationKind = "automation";

/** Where notices of that kind lead that no owner wrote: the service tells of automations that fail or are off. */
export const SAID_BY_THE_SERVICE = ["crm/automations/", "crm/sequences/"] as const;
