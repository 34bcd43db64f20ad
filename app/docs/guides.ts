/** What there is to read beside the reference of the routes. */
export const GUIDES = [
  {
    href: "/docs/receive-webhooks",
    name: "Receive webhooks",
    description:
      "What the service sends to your URLs, what it guarantees, and how to verify that a request came from us.",
  },
  {
    href: "/docs/editors",
    name: "Connect an editor",
    description:
      "Record your coding time from VS Code, JetBrains IDEs, Vim and others with their WakaTime plugins.",
  },
  {
    href: "/docs/tracker-client",
    name: "Record your time",
    description:
      "The tracker's client: how to start it on your computer, what it records, and what it never sends.",
  },
  {
    href: "/docs/settings",
    name: "Settings",
    description: "For operators: every setting, and how to check yours with `npm run doctor`.",
  },
] as const;
