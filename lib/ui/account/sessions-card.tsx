import { Button } from "@mantine/core";
import {
  type Session,
  useEndAllSessions,
  useEndSession,
  useProviders,
  useSessions,
} from "@/lib/ui/account/queries";
import { failureNotice } from "@/lib/ui/api/failure";
import { leave, signOut } from "@/lib/ui/api/session";
import { IconBrowser, IconDeviceDesktop, IconTerminal2 } from "@/lib/ui/icons";
import { Card } from "@/lib/ui/kit/cards/card";
import { ConfirmButton } from "@/lib/ui/kit/dialogs/confirm-button";
import { Rows } from "@/lib/ui/kit/lists/rows";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { Tag } from "@/lib/ui/kit/status/tag";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import classes from "./account.module.css";

const ICONS = { browser: IconBrowser, client: IconDeviceDesktop, command: IconTerminal2 };

function SessionRow({ session, provider }: { session: Session; provider: string | null }) {
  const end = useEndSession();
  const Icon = ICONS[session.kind];
  const onEnd = () => {
    if (session.is_current) signOut();
    else end.mutate(session.id, failureNotice(`${session.device} stays signed in`));
  };
  return (
    <li className={`${rows.row} ${classes.wrapped}`}>
      <span className={rows.tile}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={rows.main}>
        <p className={rows.name}>
          {session.device} {session.is_current ? <Tag tone="accent">This one</Tag> : null}
        </p>
        <p className={`${rows.detail} ${rows.wrapping}`}>
          Signed in <RelativeTime at={session.created_at} />
          {provider === null ? null : ` · with ${provider}`}
          {" · "}
          {session.ip === null ? "address unknown" : <>from {session.ip}</>}
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          loading={end.isPending}
          aria-label={`Sign out ${session.device}${session.is_current ? ", this one" : ""}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      </div>
    </li>
  );
}

/** The reader's sessions, which can be ended one by one or all at once. */
export function SessionsCard() {
  const sessions = useSessions();
  const providers = useProviders();
  const endAll = useEndAllSessions();
  const nameOf = (id: string | null) => providers.data?.find((each) => each.id === id)?.name ?? null;
  return (
    <Card
      id="sign-ins"
      title="Sign-ins"
      note="Browsers and desktop clients that are signed in as you"
      action={
        <ConfirmButton
          label="Sign out everywhere"
          look={{ variant: "default", size: "xs" }}
          title="Sign out everywhere?"
          confirmLabel="Sign out everywhere"
          onConfirm={async () => {
            await endAll.mutateAsync();
            leave("/signin");
          }}
        >
          Every browser and desktop client is signed out at once, this one too. API tokens go on working;
          revoke those that you don't trust.
        </ConfirmButton>
      }
    >
      <Rows
        list={sessions}
        what="sign-ins"
        named="your sign-ins"
        empty="No sign-ins to show: you signed in before they were listed. Signing out everywhere ends this one too."
        renderRow={(session) => (
          <SessionRow key={session.id} session={session} provider={nameOf(session.provider)} />
        )}
      />
    </Card>
  );
}
