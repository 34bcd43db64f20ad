"use client";

import { useEffect, useState } from "react";
import { api } from "@/lib/ui/api/client";
import { rememberPath, useToken } from "@/lib/ui/api/session";
import classes from "@/lib/ui/public/project/project.module.css";

/**
 * The name under which votes, requests and comments appear; for visitors who are signed out, a link to sign in and come
 * back.
 */
export function VisitorLink() {
  const token = useToken();
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    if (!token) return;
    const controller = new AbortController();
    api.get("/developers/me", { signal: controller.signal, token }).then(
      (me) => setName(me.name),
      // If this fails, only the name is missing.
      () => undefined,
    );
    return () => controller.abort();
  }, [token]);
  if (!token) {
    return (
      <a className={classes.visitor} href="/signin" onClick={rememberPath}>
        Sign in
      </a>
    );
  }
  if (name === null) return <span className={classes.visitor} />;
  return (
    <a className={classes.visitor} href="/account" title="Your account">
      Signed in as <bdi>{name}</bdi>
    </a>
  );
}
