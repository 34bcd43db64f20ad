import { StopMailsQuery } from "@/lib/notifications/schema";
import { stopMails } from "@/lib/notifications/stop-mails";
import { publicRoute } from "@/lib/routes/public-route";

export const POST = publicRoute({
  summary: "Unsubscribe from a kind of mail",
  description: "Called by mail programs: the address is in the List-Unsubscribe header (RFC 8058).",
  query: StopMailsQuery,
  errors: ["not_found"],
  handle: ({ query }) => stopMails(query.stop_token),
});
