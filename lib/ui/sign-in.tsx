"use client";

import { Alert, Anchor, Badge, Button, Stack, Text, Title } from "@mantine/core";
import {
  IconBuilding,
  IconBuildingCommunity,
  IconGitBranch,
  IconInfoCircle,
  IconPlugConnectedX,
} from "@tabler/icons-react";
import type { z } from "zod";
import type { ProviderList } from "@/lib/identity/schema";
import { Link } from "@/lib/ui/link";
import { CONSOLE_HOME } from "@/lib/ui/return-path";
import { noteSignInStarted, useLastProvider, useToken } from "@/lib/ui/session";

type Provider = z.output<typeof ProviderList>[number];

/** What each failure code of the sign-in flow means to the person in front of it (contract section 2). */
const MEANING_OF_ERROR: Record<string, string> = {
  invalid_state:
    "That sign-in took longer than ten minutes or was already used. Nothing is lost, please start again.",
  access_denied:
    "You declined to share your account. Sign-in needs your name and email address, nothing more.",
  no_email: "Your account has no email address that we may see. Add one there, or use another provider.",
  token_exchange_failed: "The provider did not confirm the sign-in. Please try again in a moment.",
  userinfo_failed: "The provider did not tell us who you are. Please try again in a moment.",
  provider_error: "The provider reported a problem. Please try again, or use another provider.",
};
const MEANING_OF_OTHER_ERROR = "The sign-in did not work. Please try again.";

const ICONS: Record<string, typeof IconGitBranch> = {
  code_host: IconGitBranch,
  suite_a: IconBuilding,
  suite_b: IconBuildingCommunity,
};

function ProviderButton({ provider, isLast }: { provider: Provider; isLast: boolean }) {
  const Icon = ICONS[provider.id] ?? IconBuilding;
  const look = {
    variant: "default",
    size: "md",
    justify: "flex-start",
    fullWidth: true,
    leftSection: <Icon size={18} stroke={1.75} />,
    rightSection: isLast ? (
      <Badge variant="light" size="sm" tt="none" fw={500}>
        Last used
      </Badge>
    ) : null,
    styles: { section: { marginInlineEnd: 12 }, label: { flex: 1 } },
  } as const;
  if (!provider.is_available) {
    const setting = provider.id.toUpperCase();
    return (
      <div>
        <Button {...look} disabled aria-describedby={`${provider.id}-why`}>
          Continue with {provider.name}
        </Button>
        <Text id={`${provider.id}-why`} size="sm" c="dimmed" mt={6}>
          Not set up on this server: {setting}_CLIENT_ID and {setting}_CLIENT_SECRET are missing.
        </Text>
      </div>
    );
  }
  return (
    // A plain link: the provider's page is not one of ours, so the router has no part in it.
    <Button
      {...look}
      component="a"
      href={`/auth/${provider.id}/login`}
      onClick={() => noteSignInStarted(provider.id)}
    >
      Continue with {provider.name}
    </Button>
  );
}

type Props = { providers: Provider[]; error: string | null; isExpired: boolean };

/** The sign-in page: why the reader is here, and the providers to go on with. */
export function SignIn({ providers, error, isExpired }: Props) {
  const isSignedIn = Boolean(useToken());
  const lastProvider = useLastProvider();
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Sign in</Title>
        <Text c="dimmed" mt={6}>
          Use an account you already have. The first time makes your account here.
        </Text>
      </div>

      {error === null ? null : (
        <Alert
          color="red"
          variant="light"
          role="alert"
          icon={<IconPlugConnectedX size={18} />}
          title="You are not signed in"
        >
          {MEANING_OF_ERROR[error] ?? MEANING_OF_OTHER_ERROR}
        </Alert>
      )}
      {isExpired && error === null ? (
        <Alert
          role="note"
          color="gray"
          variant="light"
          icon={<IconInfoCircle size={18} />}
          title="Your session has ended"
        >
          Sign in again and you will be back where you were.
        </Alert>
      ) : null}
      {isSignedIn ? (
        <Alert role="note" color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
          You are signed in already.{" "}
          <Anchor component={Link} href={CONSOLE_HOME} inherit underline="always">
            Open the console
          </Anchor>
          , or sign in as someone else.
        </Alert>
      ) : null}

      <Stack gap="sm">
        {providers.map((provider) => (
          <ProviderButton key={provider.id} provider={provider} isLast={provider.id === lastProvider} />
        ))}
      </Stack>
      {providers.some((provider) => provider.is_local) ? (
        <Alert
          role="note"
          color="pine"
          variant="light"
          icon={<IconInfoCircle size={18} />}
          title="Local sign-in"
        >
          This server runs on your machine and signs you in with its built-in identity provider. Pick one of
          its people or make one up, no password needed.
        </Alert>
      ) : null}
    </Stack>
  );
}
