"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { CONSOLE_HOME } from "@/lib/ui/api/return-path";
import { useToken } from "@/lib/ui/api/session";
import { Link } from "@/lib/ui/kit/pages/link";

/** A link to the console if the reader is signed in, otherwise to the sign-in page. */
export function OpenConsole(props: ButtonProps) {
  const isSignedIn = Boolean(useToken());
  return (
    <Button component={Link} href={isSignedIn ? CONSOLE_HOME : "/signin"} {...props}>
      {isSignedIn ? "Open console" : "Sign in"}
    </Button>
  );
}
