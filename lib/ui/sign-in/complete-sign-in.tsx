"use client";

import { Button, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { api, isRefusal } from "@/lib/ui/api/client";
import type { Profile } from "@/lib/ui/api/profile";
import { CONSOLE_HOME } from "@/lib/ui/api/return-path";
import {
  endSessionOf,
  readToken,
  storeToken,
  subjectOf,
  takeArrival,
  takeReturnPath,
  takeSignInStarted,
  takeSignsInForAnotherTab,
} from "@/lib/ui/api/session";
import { Link } from "@/lib/ui/kit/pages/link";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";

type State =
  | { step: "checking" }
  | { step: "confirm"; token: string; profile: Profile }
  | { step: "refused"; why: string }
  | { step: "done" }
  | { step: "failed"; token: string; whence: Whence; error: Error };

/** Whether the token is of the sign-in that this browser has just been through, and whether this tab started that. */
type Whence = { isOwn: boolean; isStartedHere: boolean };

const JWT_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Stores the bearer token and continues with a full page load, so that no page's memory contains the address with the
 * token.
 */
function goOn(token: string): State | null {
  const replaced = readToken();
  try {
    storeToken(token);
  } catch {
    return {
      step: "refused",
      why: "Your browser does not let this site keep data, so you can't stay signed in.",
    };
  }
  // Otherwise the list of sessions would contain this browser twice.
  const isRenewed = replaced !== null && replaced !== token && subjectOf(replaced) === subjectOf(token);
  if (isRenewed) endSessionOf(replaced);
  if (takeSignsInForAnotherTab()) {
    window.close();
    return { step: "done" };
  }
  window.location.replace(takeReturnPath());
  return null;
}

/**
 * Whether a token may be taken without a question. What came by somebody's link would sign the reader in as its sender,
 * and a sign-in that another page started would replace the account that is signed in.
 */
function isExpected(subject: string, { isOwn, isStartedHere }: Whence): boolean {
  const current = readToken();
  if (current !== null && subjectOf(current) === subject) return true;
  return isOwn && (current === null || isStartedHere);
}

/**
 * Completes a sign-in: takes the bearer token out of the address, verifies it, stores it and continues; where nobody here
 * may have asked for it, the reader decides.
 */
export function CompleteSignIn() {
  const [state, setState] = useState<State>({ step: "checking" });
  const isTaken = useRef(false);

  const check = useCallback(async (token: string, whence: Whence) => {
    setState({ step: "checking" });
    try {
      const profile = await api.get("/developers/me", { token });
      const next = isExpected(profile.id, whence)
        ? goOn(token)
        : ({ step: "confirm", token, profile } as const);
      if (next) setState(next);
    } catch (error) {
      const isRefused = isRefusal(error, 401, 404);
      setState(
        isRefused
          ? { step: "refused", why: "The sign-in is not valid any more. Please start again." }
          : {
              step: "failed",
              token,
              whence,
              error: error instanceof Error ? error : new Error(String(error)),
            },
      );
    }
  }, []);

  useEffect(() => {
    // Runs once: React mounts twice in development, and the address has the token only the first time.
    if (isTaken.current) return;
    isTaken.current = true;
    const token = new URLSearchParams(window.location.hash.slice(1)).get("token");
    window.history.replaceState(null, "", window.location.pathname);
    const isStartedHere = takeSignInStarted();
    if (token !== null && JWT_SHAPE.test(token))
      void check(token, { isOwn: takeArrival(token), isStartedHere });
    else
      setState({
        step: "refused",
        why: "This page works only once, right after signing in.",
      });
  }, [check]);

  if (state.step === "checking") {
    return (
      <Group role="status">
        <Loader size="sm" />
        <Title order={1} size="h2">
          Signing you in
        </Title>
      </Group>
    );
  }
  if (state.step === "done") {
    return (
      <Stack>
        <Title order={1}>You are signed in</Title>
        <Text>You can close this tab and go on in the one you came from.</Text>
        <Group>
          <Button component={Link} href={CONSOLE_HOME} variant="default">
            Open the console here
          </Button>
        </Group>
      </Stack>
    );
  }
  if (state.step === "failed") {
    return (
      <ErrorNotice error={state.error} what="your account" onRetry={() => check(state.token, state.whence)} />
    );
  }
  if (state.step === "confirm") {
    const isSwitch = readToken() !== null;
    return (
      <Stack>
        <Title order={1}>{isSwitch ? "Switch accounts?" : `Sign in as ${state.profile.name}?`}</Title>
        <Text>
          A link wants to sign you in here as <strong>{state.profile.name}</strong> ({state.profile.email})
          {isSwitch
            ? ", instead of the account that is signed in now. If you did not ask for this, keep your account."
            : ". If that is not you, don’t: what you do here would be theirs to see."}
        </Text>
        <Group>
          {isSwitch ? (
            <Button onClick={() => window.location.replace(takeReturnPath())}>Keep my account</Button>
          ) : (
            <Button component={Link} href="/signin">
              Back to sign-in
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => {
              const refused = goOn(state.token);
              if (refused) setState(refused);
            }}
          >
            {isSwitch ? "Switch to" : "Sign in as"} {state.profile.name}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack>
      <Title order={1}>You are not signed in</Title>
      <Text role="alert">{state.why}</Text>
      <Group>
        <Button component={Link} href="/signin">
          Back to sign-in
        </Button>
      </Group>
    </Stack>
  );
}
