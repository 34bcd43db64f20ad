import { parseUrl } from "@/lib/platform/parse-url";
/**
 * Hosts of the notification service. A region, spelled as regions are: the pattern of the service's own library also
 * lets through old addresses of the object store, where anyone may own the name in front.
 */
export const SNS_HOST = /^sns\.[a-z]{2}(-[a-z]+)+-\d{1,2}\.amazonaws\.com(\.cn)?$/;

/** Whether an address is one at which a subscription of the notification service is confirmed, and nothing else. */
export function isSubscribeUrl(text: string | undefined): boolean {
  const url = text === undefined ? null : parseUrl(text);
  return (
    url?.protocol === "https:" &&
    url.username === "" &&
    SNS_HOST.test(url.host) &&
    url.pathname === "/" &&
    url.searchParams.get("Action") === "ConfirmSubscription"
  );
}
