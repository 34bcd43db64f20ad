/** The areas of the API reference, named as its pages. A test compares them with the reference. */
export const DOC_AREAS = [
  "Sign-in",
  "You",
  "API tokens",
  "Workspaces",
  "Access",
  "Teams",
  "Projects",
  "Repositories",
  "CRM",
  "Forms",
  "Tables",
  "Tracker",
  "Product events",
  "Automations",
  "Notifications",
  "Webhooks",
  "Received webhooks",
  "Public project pages",
  "Operators",
  "Service",
] as const;

/** The address of an area's page. */
export function docPath(area: string): string {
  return `/docs/${area.toLowerCase().replace(/\W+/g, "-")}`;
}
