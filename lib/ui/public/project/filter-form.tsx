"use client";

import type { FormEvent, ReactNode } from "react";
import classes from "./filter-form.module.css";

/** Filters that apply as soon as one is chosen; without scripts there is a button. */
export function FilterForm({ action, children }: { action: string; children: ReactNode }) {
  const choose = (event: FormEvent<HTMLFormElement>) => {
    if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
  };
  return (
    <form className={classes.filters} method="get" action={action} onChange={choose}>
      {children}
    </form>
  );
}
