import type { PermissionSlug } from "@/lib/access/catalog";
import type { TriggerType } from "@/lib/crm/automations/schema";
import { PERMISSION_OF_EVENT } from "@/lib/webhooks/catalog";

/**
 * The permission that members need to see what sets an automation off, which its actions may send anywhere: that of the
 * event, where there is one. Messages of connected chat teams are among what is received.
 */
export const PERMISSION_OF_TRIGGER = {
  "record.created": PERMISSION_OF_EVENT["record.created"],
  "record.updated": PERMISSION_OF_EVENT["record.updated"],
  "record.deleted": PERMISSION_OF_EVENT["record.deleted"],
  "form.submitted": PERMISSION_OF_EVENT["form.submitted"],
  "chat.message": "can_manage_integrations",
} as const satisfies Record<TriggerType, PermissionSlug>;
