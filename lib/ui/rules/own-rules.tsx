"use client";

import { UpLink } from "@/lib/ui/kit/lists/list-page";
import { RulesPage } from "@/lib/ui/rules/rules-page";
import classes from "./rules.module.css";

/** The reader's rules for their own time. */
export function OwnRules() {
  return (
    <div className={classes.own}>
      <UpLink href="/account">Account</UpLink>
      <RulesPage
        owner="me"
        title="Your rules"
        fileName="my-rules.json"
        description="Which category and project your own time belongs to, in all your workspaces. They decide before the rules of a workspace, and nobody else sees them."
      />
    </div>
  );
}
