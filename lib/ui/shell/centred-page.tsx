import type { ReactNode } from "react";
import { Brand } from "@/lib/ui/shell/brand";
import { ColourSchemeMenu } from "@/lib/ui/shell/colour-scheme";
import classes from "./centred-page.module.css";

/** A page with a single topic, centred: sign-in, errors. */
export function CentredPage({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Brand href="/" />
        <ColourSchemeMenu />
      </header>
      <main id="main" className={classes.main}>
        <div className={classes.panel}>{children}</div>
      </main>
    </div>
  );
}
