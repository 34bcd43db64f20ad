import { deleteDeveloper } from "@/lib/account/delete-developer";
import { updateDeveloper } from "@/lib/account/update-developer";
import { presentDeveloper } from "@/lib/identity/present";
import { DeleteDeveloperQuery, Developer, UpdateDeveloper } from "@/lib/identity/schema";
import { developerRoute } from "@/lib/routes/bearer-route";

export const GET = developerRoute({
  summary: "See your profile",
  description: "Your own record as it is now.",
  reach: "anyone",
  response: Developer,
  errors: ["not_found"],
  handle: async ({ developer }) => presentDeveloper(developer),
});

export const PATCH = developerRoute({
  summary: "Change your profile",
  reach: "personal",
  body: UpdateDeveloper,
  response: Developer,
  errors: ["not_found"],
  handle: ({ actor, developer, body, now }) => updateDeveloper(actor, developer, body, now),
});

export const DELETE = developerRoute({
  summary: "Deactivate your account, or erase it with its personal data",
  description:
    "Every API token is revoked and every JWT gets 401 from then on. It takes a JWT of at most 15 minutes: an older one and API tokens get 403 `Sign in again`.",
  reach: "personal",
  query: DeleteDeveloperQuery,
  errors: ["not_found", "conflict"],
  handle: ({ actor, query, now }) => deleteDeveloper(actor, query.erase, now),
});
