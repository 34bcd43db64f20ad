"use client";

import { Alert, Anchor, Badge, Button, Stack, Text, Title } from "@mantine/core";
import type { ProviderList } from "@/lib/identity/schema";
import { CONSOLE_HOME } from "@/lib/ui/api/return-path";
import { noteSignInStarted, useLastProvider, useToken } from "@/lib/ui/api/session";
import { IconInfoCircle } from "@/lib/ui/icons";
import { Link } from "@/lib/ui/kit/pages/link";
import { ProviderLogo } from "@/lib/ui/sign-in/provider-logo";
import { listDomains, SignInFailure, type SignUpTerms } from "@/lib/ui/sign-in/sign-in-failure";

type Provider = ProviderList[number];

type ButtonProps = {
  provider: Provider;
  isLast: boolean;
  /** Somebody is signed in: without being asked, the provider would give the same account again. */
  asksForAccount: boolean;
};

function ProviderButton({ provider, isLast, asksForAccount }: ButtonProps) {
  const look = {
    variant: "default",
    size: "md",
    h: "auto",
    py: 10,
    justify: "flex-start",
    fullWidth: true,
    leftSection: <ProviderLogo provider={provider} />,
    rightSection: isLast ? (
      <Badge variant="light" size="sm" tt="none" fw={500}>
        Last used
      </Badge>
    ) : null,
    // Whole, however long a provider's name and however narrow the window.
    styles: { label: { flex: 1, whiteSpace: "normal", textAlign: "start", lineHeight: 1.25 } },
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
    // A plain link: the provider's page isn't ours, so the router is not involved.
    <Button
      {...look}
      component="a"
      href={`/auth/${provider.id}/login${asksForAccount ? "?prompt=select_account" : ""}`}
      onClick={() => noteSignInStarted(provider.id)}
    >
      Continue with {provider.name}
    </Button>
  );
}

/** What a first sign-in requires, in a sentence. */
function firstTime({ mode, domains }: SignUpTerms): string {
  if (mode === "closed") return "This service takes no new accounts.";
  const address = domains.length > 0 ? `an address of ${listDomains(domains)}` : null;
  if (mode === "invited") return `Your first sign-in needs an invite${address ? ` and ${address}` : ""}.`;
  return `Your first sign-in creates your account here${address ? ` and needs ${address}` : ""}.`;
}

type Props = {
  providers: Provider[];
  terms: SignUpTerms;
  error: string | null;
  /** Why somebody who was signed in has to sign in again. */
  reason: "expired" | "again" | null;
};

/** The sign-in page: why the reader is here, and the providers. */
export function SignIn({ providers, terms, error, reason }: Props) {
  const isOther = Boolean(useToken()) && reason !== "again";
  const lastProvider = useLastProvider();
  // A provider that is not configured concerns operators, not the people who sign in.
  const usable = providers.filter((provider) => provider.is_available);
  const shown = usable.length > 0 ? usable : providers;
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Sign in</Title>
        <Text c="dimmed" mt={6}>
          Use an account you already have. {firstTime(terms)}
        </Text>
      </div>

      {error === null ? null : <SignInFailure error={error} terms={terms} />}
      {reason === "again" && error === null ? (
        <Alert role="note" color="gray" icon={<IconInfoCircle size={18} />} title="Sign in again to go on">
          To close your account, you have to sign in again. Then you will be back where you were.
        </Alert>
      ) : null}
      {reason === "expired" && error === null ? (
        <Alert role="note" color="gray" icon={<IconInfoCircle size={18} />} title="Your session has ended">
          Sign in again and you will be back where you were.
        </Alert>
      ) : null}
      {isOther ? (
        <Alert role="note" color="gray" icon={<IconInfoCircle size={18} />}>
          You are signed in already.{" "}
          <Anchor component={Link} href={CONSOLE_HOME} inherit underline="always">
            Open the console
          </Anchor>
          , or sign in as someone else.
        </Alert>
      ) : null}

      <Stack gap="sm">
        {shown.map((provider) => (
          <ProviderButton
            key={provider.id}
            provider={provider}
            isLast={provider.id === lastProvider}
            asksForAccount={isOther}
          />
        ))}
      </Stack>
      {providers.some((provider) => provider.is_local) ? (
        <Alert role="note" color="pine" icon={<IconInfoCircle size={18} />} title="Local sign-in">
          This server runs on your machine and signs you in with its built-in identity provider. Pick one of
          its people or make one up, no password needed.
        </Alert>
      ) : null}
    </Stack>
  );
}
