"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { send } from "@/lib/ui/api";
import { Card } from "@/lib/ui/card";
import { ConfirmDialog } from "@/lib/ui/confirm-dialog";
import { DangerRow, DangerRows } from "@/lib/ui/danger-rows";
import type { Profile } from "@/lib/ui/queries";
import { signOut } from "@/lib/ui/session";

const WAYS = {
  deactivate: {
    path: "/api/v1/developers/me",
    title: "Deactivate the account",
    detail: "You are signed out everywhere and every API token is revoked. What you did stays.",
    ask: "Deactivate your account?",
    confirm: "Deactivate account",
    warning:
      "You are signed out everywhere, your API tokens are revoked for good, and signing in is refused from then on. Your work and your name stay where they are.",
  },
  erase: {
    path: "/api/v1/developers/me?erase=true",
    title: "Erase the account",
    detail:
      "The account and its personal data are removed for good: samples, screenshots, connections, tokens.",
    ask: "Erase your account and its data?",
    confirm: "Erase account",
    warning:
      "Your profile, connections, tokens, devices, samples and screenshots are deleted and you leave every workspace. Nobody can bring them back, we included.",
  },
} as const;

/** The two ways out, each asked for by typing one's email. */
export function AccountDangerCard({ profile }: { profile: Profile }) {
  const [chosen, setChosen] = useState<keyof typeof WAYS | null>(null);
  // The words stay while the dialog fades.
  const [shown, setShown] = useState<keyof typeof WAYS>("deactivate");
  const { ask, confirm, warning, path } = WAYS[shown];
  const choose = (way: keyof typeof WAYS) => {
    setShown(way);
    setChosen(way);
  };
  return (
    <Card id="danger" title="Danger zone">
      <DangerRows>
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
      </DangerRows>
      <ConfirmDialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={ask}
        confirmLabel={confirm}
        typed={profile.email}
        onConfirm={async () => {
          await send("DELETE", path);
          signOut();
        }}
      >
        {warning}
      </ConfirmDialog>
    </Card>
  );
}
