import { Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { RECENT_SIGN_IN_MINUTES } from "@/lib/identity/limits";
import { MINUTE_MS } from "@/lib/platform/limits";
import { ApiError, api } from "@/lib/ui/api/client";
import type { Profile } from "@/lib/ui/api/profile";
import { leave, signedInAtMs, signInAgain } from "@/lib/ui/api/session";
import { DangerCard, DangerRow } from "@/lib/ui/kit/cards/danger-card";
import { ConfirmDialog } from "@/lib/ui/kit/dialogs/confirm-dialog";
import { Dialog } from "@/lib/ui/kit/dialogs/dialog";

/** The part of the server's time limit that is left for typing one's email. */
const TYPING_MS = 2 * 60_000;
/** In the page's address: which action the reader had chosen when they were sent to sign in again. */
const RESUMED_KEY = "close";

const WAYS = {
  deactivate: {
    query: {},
    title: "Deactivate the account",
    detail: "You are signed out everywhere and every API token is revoked. Your work stays.",
    ask: "Deactivate your account?",
    confirm: "Deactivate account",
    warning:
      "You are signed out everywhere, your API tokens are revoked for good, and signing in is refused from then on. Your work and your name stay where they are.",
  },
  erase: {
    query: { erase: true },
    title: "Erase the account",
    detail:
      "The account and its personal data are removed for good: samples, screenshots, connections, tokens.",
    ask: "Erase your account and its data?",
    confirm: "Erase account",
    warning:
      "Your profile, connections, tokens, devices, samples and screenshots are deleted and you leave every workspace. One that nobody is left in is switched off, with its public forms and pages. None of that can be restored, not even by us.",
  },
} as const;

type Way = keyof typeof WAYS;

function isRecent(): boolean {
  const at = signedInAtMs();
  return at !== null && Date.now() - at < RECENT_SIGN_IN_MINUTES * MINUTE_MS - TYPING_MS;
}

/** Takes the chosen action out of the address, so that it is resumed only once. */
function takeResumed(): Way | null {
  const url = new URL(window.location.href);
  const way = url.searchParams.get(RESUMED_KEY);
  if (way === null) return null;
  url.searchParams.delete(RESUMED_KEY);
  window.history.replaceState(window.history.state, "", url);
  return Object.hasOwn(WAYS, way) ? (way as Way) : null;
}

function SignInAgainDialog({ way, onClose }: { way: Way | null; onClose: () => void }) {
  return (
    <Dialog isOpen={way !== null} onClose={onClose} title="Sign in again first">
      <Stack>
        <Text size="sm">
          To close an account, you must have signed in within the last {RECENT_SIGN_IN_MINUTES} minutes. Sign
          in again, and you come back here.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus onClick={() => signInAgain(`/account?${RESUMED_KEY}=${way ?? ""}#danger`)}>
            Sign in again
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Deactivating and deleting the account. Both require a recent sign-in and typing one's email. */
export function AccountDangerCard({ profile }: { profile: Profile }) {
  const [chosen, setChosen] = useState<Way | null>(null);
  const [mustSignIn, setMustSignIn] = useState<Way | null>(null);
  // The text stays while the dialog fades out.
  const [shown, setShown] = useState<Way>("deactivate");
  const { ask, confirm, warning, query } = WAYS[shown];
  const choose = (way: Way) => {
    setShown(way);
    if (isRecent()) setChosen(way);
    else setMustSignIn(way);
  };
  useEffect(() => {
    const resumed = takeResumed();
    if (resumed === null) return;
    setShown(resumed);
    setChosen(resumed);
  }, []);
  return (
    <>
      <DangerCard>
        <DangerRow
          title={WAYS.deactivate.title}
          detail={WAYS.deactivate.detail}
          action={
            <Button variant="default" onClick={() => choose("deactivate")}>
              Deactivate…
            </Button>
          }
        />
        <DangerRow
          title={WAYS.erase.title}
          detail={WAYS.erase.detail}
          action={
            <Button variant="outline" color="red" onClick={() => choose("erase")}>
              Erase…
            </Button>
          }
        />
      </DangerCard>
      <ConfirmDialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={ask}
        confirmLabel={confirm}
        typed={profile.email}
        onConfirm={async () => {
          try {
            await api.delete("/developers/me", { query });
          } catch (error) {
            if (!(error instanceof ApiError) || error.detail !== "Sign in again") throw error;
            setMustSignIn(shown);
            return;
          }
          leave();
        }}
      >
        {warning}
      </ConfirmDialog>
      <SignInAgainDialog way={mustSignIn} onClose={() => setMustSignIn(null)} />
    </>
  );
}
