/** What there is to read beside the reference of the routes. */
export const GUIDES = [
  {
    href: "/docs/receive-webhooks",
    name: "Receive webhooks",
    description:
      "What the service sends to your addresses, what it promises, and how you tell that it is ours.",
  },
] as const;
