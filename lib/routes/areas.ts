/** The areas of the interface in reading order. A path belongs to the area with the longest prefix of it. */
export const AREAS = [
  {
    name: "Sign-in",
    prefixes: ["/auth"],
    description: "Signing in through an identity provider, in a browser or from a device.",
  },
  { name: "You", prefixes: ["/developers/me"], description: "Your own record and your connections." },
  {
    name: "API tokens",
    prefixes: ["/developers/me/api-tokens"],
    description:
      "Long-lived tokens for programs that act as you: in all that you may do, or limited to a workspace, to permissions, or to reading.",
  },
  {
    name: "Workspaces",
    prefixes: ["/workspaces"],
    description: "Workspaces: the boundary that people, projects and data belong to.",
  },
  {
    name: "Access",
    prefixes: [
      "/invites",
      ...["roles", "members", "invites", "apps", "me", "audit"].map(
        (folder) => `/workspaces/{workspace_id}/${folder}`,
      ),
    ],
    description: "Who may do what in a workspace, and who changed it.",
  },
  {
    name: "Teams",
    prefixes: ["/workspaces/{workspace_id}/teams", "/teams"],
    description:
      "Teams of a workspace, put together by hand or by commits; and what any group's commits show.",
  },
  {
    name: "Projects",
    prefixes: ["/workspaces/{workspace_id}/projects"],
    description: "Projects of a workspace, their members, tasks and board.",
  },
  {
    name: "Repositories",
    prefixes: ["/workspaces/{workspace_id}/repositories"],
    description: "Repositories of the code host whose commits and pull requests a workspace follows.",
  },
  {
    name: "CRM",
    prefixes: ["/workspaces/{workspace_id}/crm"],
    description: "Companies, people, deals and objects of your own; what follows their changes.",
  },
  {
    name: "Forms",
    prefixes: ["/workspaces/{workspace_id}/forms", "/public/forms"],
    description: "Forms that anyone can fill in, and what came in through them.",
  },
  {
    name: "Tables",
    prefixes: ["/workspaces/{workspace_id}/tables", "/public/tables"],
    description: "Tables of a workspace, their rows, and the links by which others get into them.",
  },
  {
    name: "Tracker",
    prefixes: ["/tracker"],
    description:
      "What the desktop client talks to: enrolment, samples, configuration, evidence; and what the samples show.",
  },
  {
    name: "Product events",
    prefixes: [
      "/event-ingestion",
      "/workspaces/{workspace_id}/api-keys",
      "/workspaces/{workspace_id}/product-events",
    ],
    description:
      "What people do in your own products, sent by `/events.js` or by any program with an API key.",
  },
  {
    name: "Automations",
    prefixes: ["automations", "sequences", "tasks"].map(
      (folder) => `/workspaces/{workspace_id}/crm/${folder}`,
    ),
    description: "What runs automatically when records change, and over time; and the tasks that result.",
  },
  {
    name: "Notifications",
    prefixes: [
      "/workspaces/{workspace_id}/notifications",
      "/developers/me/notification-settings",
      "/public/mails",
    ],
    description: "Your notifications in a workspace, and how you hear of what.",
  },
  {
    name: "Webhooks",
    prefixes: ["/webhooks", "/workspaces/{workspace_id}/crm/webhooks"],
    description: "Events of a workspace, sent to subscribed URLs: signed, retried and logged.",
  },
  {
    name: "Received webhooks",
    prefixes: [
      "/webhooks/code_host",
      "/email-webhooks",
      "/integrations/webhooks",
      "/workspaces/{workspace_id}/integrations",
      "/workspaces/{workspace_id}/chat-teams",
    ],
    description: "What providers post to this service, and a workspace's log of what concerns it.",
  },
  {
    name: "Public project pages",
    prefixes: ["/public/projects"],
    description:
      "What the world sees of a project that is public: its board, its roadmap, and what people ask for.",
  },
  {
    name: "Operators",
    prefixes: ["/operators"],
    description: "For those who run the service: every workspace and the plan that it is on.",
  },
  { name: "Service", prefixes: ["/health", "/openapi.json"], description: "The state of the service." },
];

/**
 * The area that a path belongs to.
 * @throws if there is none; a test checks that every path has one
 */
export function areaOf(path: string): string {
  const found = AREAS.flatMap(({ name, prefixes }) => prefixes.map((prefix) => ({ name, prefix })))
    .filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    .sort((a, b) => b.prefix.length - a.prefix.length)[0];
  if (!found) throw new Error(`${path} belongs to no area of the API reference`);
  return found.name;
}
