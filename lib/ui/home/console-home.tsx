"use client";

import { Skeleton, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { browserTimeZone, timeZoneOf, useProfile, useUpdateProfile } from "@/lib/ui/api/profile";
import { useOpenWorkspace } from "@/lib/ui/api/use-open-workspace";
import type { Workspace } from "@/lib/ui/api/workspaces";
import { DayCard } from "@/lib/ui/home/day-card";
import { demoCommand } from "@/lib/ui/home/demo-command";
import { DevicesCard } from "@/lib/ui/home/devices-card";
import { InactiveWorkspaces } from "@/lib/ui/home/inactive-workspaces";
import { ProjectsCard } from "@/lib/ui/home/projects-card";
import { Contact } from "@/lib/ui/kit/people/contact";
import { ErrorNotice } from "@/lib/ui/kit/states/error-notice";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import { NewWorkspaceForm } from "@/lib/ui/shell/new-workspace";
import { usePeriod } from "@/lib/ui/time/period-switch";
import classes from "./console-home.module.css";

const RangeCard = lazyPart(() => import("@/lib/ui/time/range-card"), <Skeleton height={380} radius="lg" />);

/** Sends the reader's time zone to the server once, so that their days are counted in it. They can change it later. */
function useTimeZoneOnce() {
  const { data: profile } = useProfile();
  const { mutate } = useUpdateProfile();
  const isUnknown = profile?.time_zone === null;
  const wasTold = useRef(false);
  useEffect(() => {
    if (!isUnknown || wasTold.current) return;
    wasTold.current = true;
    mutate({ time_zone: browserTimeZone() });
  }, [isUnknown, mutate]);
}

type PageProps = {
  demoCommand: string;
  zone: string;
  workspace: Workspace;
};

/** The time that the address asks for (a week, month or year, or else a day), and the cards below it. */
function Page({ demoCommand, zone, workspace }: PageProps) {
  const period = usePeriod(zone);
  return (
    <div className={classes.stack}>
      {period ? <RangeCard period={period} zone={zone} /> : <DayCard demoCommand={demoCommand} zone={zone} />}
      <div className={classes.columns}>
        <ProjectsCard key={workspace.id} workspace={workspace} />
        <DevicesCard demoCommand={demoCommand} isBesideDay={period === null} />
      </div>
      <InactiveWorkspaces />
    </div>
  );
}

/** The first page after sign-in: the reader's day, projects and devices. */
export function ConsoleHome() {
  const profile = useProfile();
  useTimeZoneOnce();
  const { list, workspace } = useOpenWorkspace();
  const failed = [profile, list].find(({ data, error }) => error !== null && data === undefined);
  if (failed?.error) {
    return <ErrorNotice error={failed.error} what="your workspaces" onRetry={() => failed.refetch()} />;
  }
  if (!profile.data || !list.items) {
    return (
      <div role="status" aria-label="Loading your workspaces">
        <Skeleton height={380} radius="lg" mb="lg" />
        <div className={classes.columns}>
          <Skeleton height={220} radius="lg" />
          <Skeleton height={220} radius="lg" />
        </div>
      </div>
    );
  }
  if (!workspace) {
    return (
      <div className={classes.first}>
        <Title order={1}>Welcome, {profile.data.name}</Title>
        {profile.data.can_create_workspaces ? (
          <>
            <Text c="dimmed" mt="xs" mb="xl">
              A workspace holds a team's customers, projects, forms and recorded time. Create one to begin;
              you will be its owner.
            </Text>
            <NewWorkspaceForm isFirst />
          </>
        ) : (
          <Text c="dimmed" mt="xs">
            A workspace holds a team's customers, projects, forms and recorded time. On this service, only the
            people who run it create them: ask <Contact contact={profile.data.operator_contact} /> for one, or
            a member of a workspace to invite {profile.data.email}.
          </Text>
        )}
        <div className={classes.inactive}>
          <InactiveWorkspaces />
        </div>
      </div>
    );
  }
  return (
    <Page
      demoCommand={demoCommand(window.location.origin, profile.data.email)}
      zone={timeZoneOf(profile.data)}
      workspace={workspace}
    />
  );
}
