import { Anchor } from "@mantine/core";

/** Whom to ask, as a link: an email address, a web address, or in words where this service names nobody. */
export function Contact({ contact }: { contact: string | null }) {
  if (contact === null) return <>whoever runs this service</>;
  const isWeb = /^https?:/.test(contact);
  return (
    <Anchor
      href={isWeb ? contact : `mailto:${contact}`}
      inherit
      underline="always"
      style={{ overflowWrap: "anywhere" }}
    >
      {isWeb ? contact.replace(/^https?:\/\//, "") : contact}
    </Anchor>
  );
}
