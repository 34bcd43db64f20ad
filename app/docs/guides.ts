/** What there is to read beside the reference of the routes. */
export const GUIDES = [
  {
    href: "/docs/receive-webhooks",
    name: "Receive webhooks",
    description:
      "What the service sends to your addresses, what it promises, and how you tell that it is ours.",
  },
  {
    href: "/docs/editors",
    name: "Connect an editor",
    description:
      "Record what you code from VS Code, JetBrains IDEs, Vim and others, by their WakaTime plugins.",
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
    description: "For those who run the service: every setting, and how to try yours with `npm run doctor`.",
  },
] as const;
