import type { Metadata } from "next";
import type { ReactNode } from "react";
import { listAreas } from "@/app/docs/reference";
import { env } from "@/lib/platform/env";
import { AppFrame } from "@/lib/ui/shell/app-frame";
import { Brand } from "@/lib/ui/shell/brand";
import { ColourSchemeMenu } from "@/lib/ui/shell/colour-scheme";
import { OpenConsole } from "@/lib/ui/shell/open-console";
import classes from "./docs.module.css";
import { DocsNav } from "./docs-nav";

export const metadata: Metadata = { title: { default: "API reference", template: "%s · API reference" } };

export default async function DocsLayout({ children }: { children: ReactNode }) {
  const areas = await listAreas(env().BASE_URL);
  const nav = areas.map(({ slug, name, operations }) => ({
    slug,
    name,
    operations: operations.map(({ id, method, path, summary }) => ({ id, method, path, summary })),
  }));
  return (
    <AppFrame>
      <header className={classes.header}>
        <Brand href="/" collapses />
        <a href="/docs" className={classes.headerTitle}>
          API reference
        </a>
        <div className={classes.headerEnd}>
          <ColourSchemeMenu />
          <OpenConsole variant="default" size="sm" />
        </div>
      </header>
      <div className={classes.columns}>
        <DocsNav areas={nav} />
        <main id="main" className={classes.main}>
          {children}
        </main>
      </div>
    </AppFrame>
  );
}
