"use client";

import { Center, Loader } from "@mantine/core";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { CONSOLE_HOME } from "@/lib/ui/api/return-path";
import { rememberPath, subjectOf, useAwaitsSignIn, useToken } from "@/lib/ui/api/session";
import { useOpenWorkspace } from "@/lib/ui/api/use-open-workspace";
import { IconLayoutDashboard } from "@/lib/ui/icons";
import { Link } from "@/lib/ui/kit/pages/link";
import { lazyOverlay } from "@/lib/ui/kit/states/loaded-later";
import { Bell } from "@/lib/ui/notifications/bell";
import { AccountMenu } from "@/lib/ui/shell/account-menu";
import { Brand } from "@/lib/ui/shell/brand";
import { useKeptFocus } from "@/lib/ui/shell/kept-focus";
import { workspacePath } from "@/lib/ui/shell/navigation";
import { useNoConnectionPage } from "@/lib/ui/shell/no-connection";
import { PaletteButton } from "@/lib/ui/shell/palette-button";
import { SignedOut } from "@/lib/ui/shell/signed-out";
import { useWholeRows } from "@/lib/ui/shell/whole-rows";
import { WorkspaceSwitcher } from "@/lib/ui/shell/workspace-switcher";
import classes from "./console-shell.module.css";

// Loaded later: a page must work before it gets live updates.
const LiveChanges = lazyOverlay(() => import("@/lib/ui/live/live-changes"));

function isWithin(path: string, href: string): boolean {
  return path === href || path.startsWith(`${href}/`);
}

function Navigation() {
  const path = usePathname();
  const { workspace } = useOpenWorkspace();
  const pages = [
    { href: CONSOLE_HOME, label: "Home", Icon: null },
    ...(workspace
      ? [{ href: workspacePath(workspace.slug), label: "Workspace", Icon: IconLayoutDashboard }]
      : []),
  ];
  return (
    <nav aria-label="Console" className={classes.nav}>
      {pages.map(({ href, label, Icon }) => (
        <Link key={href} href={href} aria-current={isWithin(path, href) ? "page" : undefined}>
          <span className={Icon === null ? undefined : classes.navWord}>{label}</span>
          {Icon === null ? null : <Icon size={20} stroke={1.75} aria-hidden="true" />}
        </Link>
      ))}
      <a href="/docs">API reference</a>
    </nav>
  );
}

/** Whether another tab has signed in somebody else than whom this page was opened by. */
function useIsSomebodyElse(token: string | null | undefined): boolean {
  const subject = token ? subjectOf(token) : null;
  const [reader, setReader] = useState(subject);
  if (reader === null && subject !== null) setReader(subject);
  return reader !== null && subject !== null && subject !== reader;
}

/**
 * The frame of every signed-in page. Visitors who are not signed in are sent to do so, and come back to the same
 * address. A page whose session ends stays, hidden by a dialog.
 */
export function ConsoleShell({ children }: { children: ReactNode }) {
  const token = useToken();
  const isAwaited = useAwaitsSignIn();
  const router = useRouter();
  useWholeRows();
  useKeptFocus();
  useNoConnectionPage();
  useEffect(() => {
    if (token !== null || isAwaited) return;
    rememberPath();
    router.replace("/signin");
  }, [token, isAwaited, router]);
  const isSomebodyElse = useIsSomebodyElse(token);
  useEffect(() => {
    // A full page load, so that nothing read for the one before remains.
    if (isSomebodyElse) window.location.reload();
  }, [isSomebodyElse]);
  if (!(token || isAwaited) || isSomebodyElse) {
    return (
      <Center component="main" id="main" mih="100dvh">
        <Loader aria-label="Opening the console" role="status" />
      </Center>
    );
  }
  return (
    <div className={classes.shell}>
      <SignedOut />
      <LiveChanges />
      <header className={classes.header}>
        <div className={classes.bar}>
          <Brand href={CONSOLE_HOME} collapses />
          <WorkspaceSwitcher />
          <Navigation />
          <PaletteButton />
          <Bell />
          <AccountMenu />
        </div>
      </header>
      {children}
    </div>
  );
}

/** The content of a console page that belongs to no workspace. */
export function ConsoleMain({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={classes.main}>
      {children}
    </main>
  );
}
