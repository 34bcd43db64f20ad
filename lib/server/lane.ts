import { POST as mail } from "@/app/api/v1/email-webhooks/[mail_provider]/route";
import { POST as events } from "@/app/api/v1/event-ingestion/events/route";
import { POST as chat } from "@/app/api/v1/integrations/webhooks/chat/route";
import { POST as payments } from "@/app/api/v1/integrations/webhooks/payments/route";
import { POST as heartbeat } from "@/app/api/v1/tracker/devices/heartbeat/route";
import { POST as batch } from "@/app/api/v1/tracker/events/batch/route";
import { POST as editors } from "@/app/api/v1/tracker/wakatime/users/current/heartbeats.bulk/route";
import { POST as codeHost } from "@/app/api/v1/webhooks/code_host/route";
import { MAIL_PROVIDERS } from "@/lib/inbound/registry";

type Handler = (request: Request, context: { params: Promise<undefined> }) => Promise<Response>;

const MAIL = Object.fromEntries(
  MAIL_PROVIDERS.map(({ name }): [string, Handler] => [
    `/email-webhooks/${name}`,
    (request) => mail(request, { params: Promise.resolve({ mail_provider: name }) }),
  ]),
);

/**
 * The routes that machines post to, many times a second: the front door calls these handlers directly, because Next's
 * overhead is several times their own work. They are the same handlers that Next has; a host without the front door,
 * and unusually spelled requests, reach them through Next.
 */
export const LANE: Readonly<Record<string, Handler>> = {
  "/tracker/events/batch": batch,
  "/tracker/devices/heartbeat": heartbeat,
  "/tracker/wakatime/users/current/heartbeats.bulk": editors,
  "/event-ingestion/events": events,
  "/webhooks/code_host": codeHost,
  ...MAIL,
  "/integrations/webhooks/chat": chat,
  "/integrations/webhooks/payments": payments,
};
