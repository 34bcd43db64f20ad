import { POST as mailgun } from "@/app/api/v1/email-webhooks/mailgun/route";
import { POST as postmark } from "@/app/api/v1/email-webhooks/postmark/route";
import { POST as sendgrid } from "@/app/api/v1/email-webhooks/sendgrid/route";
import { POST as ses } from "@/app/api/v1/email-webhooks/ses/route";
import { POST as events } from "@/app/api/v1/event-ingestion/events/route";
import { POST as chat } from "@/app/api/v1/integrations/webhooks/chat/route";
import { POST as payments } from "@/app/api/v1/integrations/webhooks/payments/route";
import { POST as heartbeat } from "@/app/api/v1/tracker/devices/heartbeat/route";
import { POST as batch } from "@/app/api/v1/tracker/events/batch/route";
import { POST as codeHost } from "@/app/api/v1/webhooks/code_host/route";
import type { Route } from "@/lib/routes/route";

/**
 * The routes that machines post to, many times a second: the front door calls these handlers by itself, because Next takes
 * several times as long around them. They are the very handlers that Next has; a host without the front door, and a
 * request that is spelled unusually, reach them through Next.
 */
export const LANE: Readonly<Record<string, Route>> = {
  "/tracker/events/batch": batch,
  "/tracker/devices/heartbeat": heartbeat,
  "/event-ingestion/events": events,
  "/webhooks/code_host": codeHost,
  "/email-webhooks/mailgun": mailgun,
  "/email-webhooks/postmark": postmark,
  "/email-webhooks/sendgrid": sendgrid,
  "/email-webhooks/ses": ses,
  "/integrations/webhooks/chat": chat,
  "/integrations/webhooks/payments": payments,
};
