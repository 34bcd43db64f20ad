"use client";

import classes from "@/lib/ui/public/project/project.module.css";
import { rememberPath, useToken } from "@/lib/ui/session";

/** The way to sign in and back to this page; nothing for whoever is signed in. */
export function SignInLink() {
  if (useToken()) return null;
  return (
    <a className={classes.tab} href="/signin" onClick={rememberPath}>
      Sign in
    </a>
  );
}
