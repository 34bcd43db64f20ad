import { StopMailsQuery } from "@/lib/notifications/schema";
import { openMailSettings, stopMails } from "@/lib/notifications/stop-mails";
import { publicRoute } from "@/lib/routes/public-route";

export const GET = publicRoute({
  summary: "Open the page where the kinds of mail are chosen",
  operationId: "public.mails.settings",
  description:
    "For people whose mail program opens the address in the List-Unsubscribe header instead of posting to it. Changes nothing.",
  response: "redirect",
  handle: async () => openMailSettings(),
});

export const POST = publicRoute({
  summary: "Unsubscribe from a kind of mail",
  description: "Called by mail programs: the address is in the List-Unsubscribe header (RFC 8058).",
  query: StopMailsQuery,
  errors: ["not_found"],
  handle: ({ query }) => stopMails(query.stop_token),
});
