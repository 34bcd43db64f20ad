import type { PermissionSlug } from "@/lib/access/catalog";
import type { Issue } from "@/lib/http/app-error";
import { EVENT_TYPES, EVERY_EVENT, type EventType, PERMISSION_OF_EVENT } from "@/lib/webhooks/catalog";

/*
 * A webhook sends in the name of a member, its owner, and no more than that member may see. `*` stands for what its owner
 * may see; types that are named must all be theirs to see. What an owner could see once and may not any more is held.
 */

/** A webhook's subscription and what its owner was let have of it. */
type Subscription = { events: readonly string[]; grantedEvents: readonly string[] };

/** Every permission that some event needs. */
export const EVENT_PERMISSIONS = [...new Set(Object.values(PERMISSION_OF_EVENT))];

function isSubscribed({ events }: Pick<Subscription, "events">, type: EventType): boolean {
  return events.includes(type) || events.includes(EVERY_EVENT);
}

/** The types that a webhook sends in an owner's name, those whose sight was lost since among them. */
function sentTypes({ events, grantedEvents }: Subscription): readonly string[] {
  return events.includes(EVERY_EVENT) ? grantedEvents : events;
}

/** Whether a change of a webhook could send anything to where it was not sent before, in its owner's name. */
export function isWidened(
  before: Subscription & { url: string },
  after: { events: readonly string[]; url: string },
): boolean {
  if (before.url !== after.url) return true;
  if (after.events.includes(EVERY_EVENT)) return !before.events.includes(EVERY_EVENT);
  const sent = sentTypes(before);
  return after.events.some((type) => !sent.includes(type));
}

/** What somebody may see by a request of theirs, and what they may see by themselves: a token may be limited. */
export type Sight = { permissions: ReadonlySet<PermissionSlug>; own: ReadonlySet<PermissionSlug> };

/**
 * What a webhook sends once a member answers for it.
 * @param before the webhook as it was: where it went on `*` and goes on so, it must not silently send less than before
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
    // It would be sent all the same, because the webhook goes on in its owner's name and not in the token's.
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

/** A type that a webhook subscribes to and does not send. */
export type Withheld = { type: EventType; permission: PermissionSlug; isHeld: boolean };

/** What a webhook does not send of what it subscribes to, because its owner may not see it now. */
export function withheldOf(webhook: Subscription, owner: ReadonlySet<PermissionSlug>): Withheld[] {
  return EVENT_TYPES.flatMap((type) => {
    const permission = PERMISSION_OF_EVENT[type];
    if (!isSubscribed(webhook, type) || owner.has(permission)) return [];
    return [{ type, permission, isHeld: webhook.grantedEvents.includes(type) }];
  });
}

/** Whether somebody may see what an event of this type carries; of a type that is none any more nobody may. */
export function maySeeEvent(permissions: ReadonlySet<PermissionSlug>, type: string): boolean {
  const permission = Object.hasOwn(PERMISSION_OF_EVENT, type) ? PERMISSION_OF_EVENT[type as EventType] : null;
  return permission !== null && permissions.has(permission);
}
