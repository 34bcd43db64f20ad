import { checkConnection } from "@/lib/identity/check-connection";
import { Connection, ConnectionParams } from "@/lib/identity/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";

export const POST = bearerRoute({
  summary: "Ask the provider whether a connection still works",
  reach: "personal",
  params: ConnectionParams,
  response: Connection,
  errors: ["not_found", "unavailable"],
  handle: ({ actor, params, now }) => checkConnection(actor, params.connection_id, now),
});
