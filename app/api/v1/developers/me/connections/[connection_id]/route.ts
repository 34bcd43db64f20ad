import { deleteConnection } from "@/lib/identity/delete-connection";
import { ConnectionParams } from "@/lib/identity/schema";
import { bearerRoute } from "@/lib/routes/bearer-route";

export const DELETE = bearerRoute({
  summary: "Disconnect a provider and forget its tokens",
  reach: "personal",
  params: ConnectionParams,
  errors: ["not_found", "conflict"],
  handle: ({ actor, params, now }) => deleteConnection(actor, params.connection_id, now),
});
