import type { PermissionSlug } from "@/lib/access/catalog";
import type { Issue } from "@/lib/http/app-error";
import { EVENT_TYPES, EVERY_EVENT, type EventType, PERMISSION_OF_EVENT } from "@/lib/webhooks/catalog";

/*
 * A webhook acts for a member, its owner, and sends no more than that member may see. `*` stands for everything its
 * owner may see; types that are named must all be visible to the owner. Events that an owner may no longer see are
 * held.
 */

/** A webhook's subscription, and what its owner was allowed to see when it was set. */
type Subscription = { events: readonly string[]; grantedEvents: readonly string[] };

/** Every permission that any event needs. */
export const EVENT_PERMISSIONS = [...new Set(Object.values(PERMISSION_OF_EVENT))];

function isSubscribed({ events }: Pick<Subscription, "events">, type: EventType): boolean {
  return events.includes(type) || events.includes(EVERY_EVENT);
}

/** The event types that a webhook sends for an owner, including those the owner may no longer see. */
function sentTypes({ events, grantedEvents }: Subscription): readonly string[] {
  return events.includes(EVERY_EVENT) ? grantedEvents : events;
}

/** Whether a change to a webhook could send anything to a place where it was not sent before, in its owner's name. */
export function isWidened(
  before: Subscription & { url: string },
  after: { events: readonly string[]; url: string },
): boolean {
  if (before.url !== after.url) return true;
  if (after.events.includes(EVERY_EVENT)) return !before.events.includes(EVERY_EVENT);
  const sent = sentTypes(before);
  return after.events.some((type) => !sent.includes(type));
}

/** What somebody may see in this request, and what they may see in general: a token may be limited. */
export type Sight = { permissions: ReadonlySet<PermissionSlug>; own: ReadonlySet<PermissionSlug> };

/**
 * What a webhook sends once a member becomes its owner.
 * @param before the webhook as it was: if it had `*` and keeps it, it must not silently send less than before
 * @returns the types that it sends now, and an issue for each that the member may not see
 */
export function grantEvents(
  { permissions, own }: Sight,
  events: readonly string[],
  before?: Subscription,
): { granted: EventType[]; issues: Issue[] } {
  const maySee = (type: EventType) => permissions.has(PERMISSION_OF_EVENT[type]);
  const goesOn = before?.events.includes(EVERY_EVENT) && events.includes(EVERY_EVENT);
  const kept = goesOn ? (before?.grantedEvents ?? []) : [];
  const issues = EVENT_TYPES.filter((type) => !maySee(type)).flatMap((type) => {
    const index = events.indexOf(type);
    // It would be sent anyway, because the webhook acts for its owner and not for the token.
    if (index < 0 && events.includes(EVERY_EVENT) && own.has(PERMISSION_OF_EVENT[type])) {
      const message = `* would send ${type} too, which your token may not see: name the events instead`;
      return [{ path: `events.${events.indexOf(EVERY_EVENT)}`, message }];
    }
    if (index < 0 && !kept.includes(type)) return [];
    const message = `You don't have permission to see the data of ${type} events: that needs ${PERMISSION_OF_EVENT[type]}`;
    return [{ path: index < 0 ? "events" : `events.${index}`, message }];
  });
  return { granted: EVENT_TYPES.filter((type) => isSubscribed({ events }, type) && maySee(type)), issues };
}

/** An event type that a webhook subscribes to but does not send. */
export type Withheld = { type: EventType; permission: PermissionSlug; isHeld: boolean };

/** The subscribed event types that a webhook does not send, because its owner may not see them now. */
export function withheldOf(webhook: Subscription, owner: ReadonlySet<PermissionSlug>): Withheld[] {
  return EVENT_TYPES.flatMap((type) => {
    const permission = PERMISSION_OF_EVENT[type];
    if (!isSubscribed(webhook, type) || owner.has(permission)) return [];
    return [{ type, permission, isHeld: webhook.grantedEvents.includes(type) }];
  });
}

/** Whether somebody may see the content of an event of this type; nobody may if the type no longer exists. */
export function maySeeEvent(permissions: ReadonlySet<PermissionSlug>, type: string): boolean {
  const permission = Object.hasOwn(PERMISSION_OF_EVENT, type) ? PERMISSION_OF_EVENT[type as EventType] : null;
  return permission !== null && permissions.has(permission);
}
