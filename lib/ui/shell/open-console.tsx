"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { CONSOLE_HOME } from "@/lib/ui/api/return-path";
import { useToken } from "@/lib/ui/api/session";
import { Link } from "@/lib/ui/kit/link";

/** The way in: to the console for whoever is signed in here, to the sign-in page for everyone else. */
export function OpenConsole(props: ButtonProps) {
  const isSignedIn = Boolean(useToken());
  return (
    <Button component={Link} href={isSignedIn ? CONSOLE_HOME : "/signin"} {...props}>
      {isSignedIn ? "Open console" : "Sign in"}
    </Button>
  );
}
