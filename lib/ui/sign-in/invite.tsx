"use client";

import { Alert, Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError, api, isRefusal } from "@/lib/ui/api/client";
import { sentenceOf } from "@/lib/ui/api/failure";
import { useProfile } from "@/lib/ui/api/profile";
import { keyOf } from "@/lib/ui/api/resource-queries";
import { rememberPath, useToken } from "@/lib/ui/api/session";
import { IconMailX } from "@/lib/ui/icons";
import { Link } from "@/lib/ui/kit/pages/link";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { OpenConsole } from "@/lib/ui/shell/open-console";
import type { InvitePreview } from "@/lib/workspaces/invites/schema";

type Preview = InvitePreview;

const INVITE = "/invites/{token}";

/** Signs in and returns to this invite. */
function SignInButton({ isOther = false, children }: { isOther?: boolean; children: ReactNode }) {
  return (
    <Button component={Link} href="/signin" variant={isOther ? "default" : "filled"} onClick={rememberPath}>
      {children}
    </Button>
  );
}

/** Why an invite can't be accepted, and what to do about it. */
function DeadEnd({ error }: { error: ApiError }) {
  const isUnknown = error.status === 404;
  return (
    <Stack gap="lg">
      <div>
        <IconMailX size={28} stroke={1.5} aria-hidden="true" />
        <Title order={1} mt="sm">
          {isUnknown ? "This invite does not exist" : error.detail.replace(/\.$/, "")}
        </Title>
        <Text c="dimmed" mt={6}>
          {isUnknown
            ? "The link may be incomplete, or the invite was withdrawn or sent again, which ends its earlier link. Look for a later email, or ask whoever invited you."
            : "Each invite lasts seven days, works once, and only while whoever sent it may invite. If it was you who used it, you are in already; if not, ask for a new one."}
        </Text>
      </div>
      <Group>
        <OpenConsole />
      </Group>
    </Stack>
  );
}

function Accept({ token, preview }: { token: string; preview: Preview }) {
  const profile = useProfile();
  const accept = useMutation({
    mutationFn: () => api.post(`${INVITE}/accept`, { params: { token } }),
    // A full page load, so that nothing read before the reader became a member remains.
    onSuccess: ({ workspace_slug }) => window.location.replace(workspacePath(workspace_slug)),
  });
  if (profile.error && !profile.data) {
    return <ErrorNotice error={profile.error} what="your account" onRetry={() => profile.refetch()} />;
  }
  if (!profile.data)
    return <Skeleton height={84} radius="md" role="status" aria-label="Loading your account" />;
  if (isRefusal(accept.error, 404, 410)) {
    return <DeadEnd error={accept.error} />;
  }
  const isUnconfirmed = accept.error instanceof ApiError && accept.error.state.reason === "email_unverified";
  const isOthers = isRefusal(accept.error, 403) && !isUnconfirmed;
  return (
    <Stack gap="md">
      {accept.error ? (
        <Alert
          color="red"
          role="alert"
          title={
            isUnconfirmed
              ? "Your address is not confirmed"
              : isOthers
                ? "This invite is for somebody else"
                : undefined
          }
        >
          {isUnconfirmed
            ? `The invite is for ${profile.data.email}, the address that you signed in with, but your provider has not confirmed that it is yours. Confirm it there and sign in again, or sign in with another provider that has it confirmed.`
            : isOthers
              ? `It was sent to ${preview.email}, and you are signed in as ${profile.data.email}. Sign in with the address it was sent to, confirmed by your provider, or ask for an invite to this one.`
              : sentenceOf(accept.error)}
        </Alert>
      ) : null}
      <Text size="sm" c="dimmed">
        Signed in as {profile.data.name} ({profile.data.email})
      </Text>
      <Group gap="sm">
        {isRefusal(accept.error, 409) ? (
          <OpenConsole />
        ) : isOthers ? null : (
          <Button loading={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
            Accept and open {preview.workspace_name}
          </Button>
        )}
        <SignInButton isOther={!isOthers}>Use another account</SignInButton>
      </Group>
    </Stack>
  );
}

/** An invite as shown to whoever has its link: what it is for, and how to accept it. */
export function Invite({ token }: { token: string }) {
  const bearer = useToken();
  const preview = useQuery({
    queryKey: keyOf(INVITE, { token }),
    // Requires no account, so an expired session doesn't matter.
    queryFn: ({ signal }) => api.get(INVITE, { params: { token }, signal, token: null }),
  });
  const { error } = preview;
  if (isRefusal(error, 404, 410)) {
    return <DeadEnd error={error} />;
  }
  if (error && !preview.data) {
    return <ErrorNotice error={error} what="this invite" onRetry={() => preview.refetch()} />;
  }
  if (!preview.data || bearer === undefined) {
    return (
      <Stack role="status" aria-label="Loading the invite" gap="md">
        <Skeleton height={30} width="80%" radius="sm" />
        <Skeleton height={48} radius="sm" />
        <Skeleton height={36} width={180} radius="md" />
      </Stack>
    );
  }
  const { workspace_name, role_name, invited_by, email, expires_at } = preview.data;
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} style={{ overflowWrap: "anywhere" }}>
          Join {workspace_name}
        </Title>
        <Text mt={6} style={{ overflowWrap: "anywhere" }}>
          {invited_by ?? "Somebody"} invites {email} to take part as <strong>{role_name}</strong>.
        </Text>
        <Text size="sm" c="dimmed" mt={4}>
          Expires <RelativeTime at={expires_at} />
        </Text>
      </div>
      {bearer === null ? (
        <Group>
          <SignInButton>Sign in to accept</SignInButton>
        </Group>
      ) : (
        <Accept key={bearer} token={token} preview={preview.data} />
      )}
    </Stack>
  );
}
