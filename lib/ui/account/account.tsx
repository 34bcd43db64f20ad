"use client";

import { Button, Skeleton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { DEVELOPER_NAME_CHARS_MAX } from "@/lib/identity/limits";
import { ApiTokensCard } from "@/lib/ui/account/api-tokens-card";
import { ConnectionsCard } from "@/lib/ui/account/connections";
import { AccountDangerCard } from "@/lib/ui/account/danger";
import { NotificationsCard } from "@/lib/ui/account/notifications-card";
import { SessionsCard } from "@/lib/ui/account/sessions-card";
import { TimeZoneField } from "@/lib/ui/account/time-zone-field";
import { useProfile, useUpdateProfile } from "@/lib/ui/api/profile";
import { demoCommand } from "@/lib/ui/home/demo-command";
import { DevicesCard } from "@/lib/ui/home/devices-card";
import { Card } from "@/lib/ui/kit/cards/card";
import { NameForm } from "@/lib/ui/kit/fields/name-form";
import list from "@/lib/ui/kit/lists/list-page.module.css";
import { Link } from "@/lib/ui/kit/pages/link";
import { PageHeader } from "@/lib/ui/kit/pages/page-header";
import { Loaded } from "@/lib/ui/kit/states/loaded";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import classes from "./account.module.css";

// Loaded later: its fields would keep the page from working at first.
const EditorsCard = lazyPart(
  () => import("@/lib/ui/editors/editors-card"),
  <Skeleton height={140} radius="md" />,
);
const WorkingHoursCard = lazyPart(
  () => import("@/lib/ui/account/working-hours-card"),
  <Skeleton height={180} radius="md" />,
);

function ProfileCard() {
  const profile = useProfile();
  const update = useUpdateProfile();
  return (
    <Card id="profile" title="Profile" note={profile.data?.email}>
      <Loaded query={profile} what="your profile" bones={[106]}>
        {(shown) => (
          <>
            <NameForm
              label="Name"
              placeholder="Ada Lovelace"
              submitLabel="Save"
              charsMax={DEVELOPER_NAME_CHARS_MAX}
              initialName={shown.name}
              onSubmit={async (name) => {
                await update.mutateAsync({ name });
                notifications.show({ color: "pine", message: "Your name is saved." });
              }}
            />
            <TimeZoneField profile={shown} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

type PageCardProps = { id: string; title: string; note: string; href: string; label: string };

/** A link to a page of its own. */
function PageCard({ id, title, note, href, label }: PageCardProps) {
  const action = (
    <Button component={Link} href={href} variant="default" size="xs">
      {label}
    </Button>
  );
  return (
    <Card id={id} title={title} note={note} action={action}>
      {null}
    </Card>
  );
}

/** What concerns the reader alone: their profile, and the tokens and programs that act for them. */
export function Account() {
  const profile = useProfile();
  return (
    <div className={classes.page}>
      <PageHeader title="Account" />
      <div className={list.stack}>
        <ProfileCard />
        <NotificationsCard />
        <SessionsCard />
        <ApiTokensCard />
        <ConnectionsCard />
        {profile.data ? (
          <>
            <DevicesCard demoCommand={demoCommand(window.location.origin, profile.data.email)} />
            <WorkingHoursCard />
            <EditorsCard />
            <PageCard
              id="rules"
              title="Your rules"
              note="Which category your time belongs to, by app, site, folder or title"
              href="/account/rules"
              label="Open rules"
            />
            <PageCard
              id="imports"
              title="Imports"
              note="What ActivityWatch recorded, imported from its export"
              href="/account/imports"
              label="Open imports"
            />
            <PageCard
              id="captured"
              title="Data about you"
              note="What your devices sent and what was derived from it: see it, download it, erase it"
              href="/account/captured"
              label="Show it"
            />
            <AccountDangerCard profile={profile.data} />
          </>
        ) : null}
      </div>
    </div>
  );
}
