import "@/lib/ui/public/theme.css";
// Every page can end as one of the bare notices, and the browser is told to fetch their styles with each.
import "@/lib/ui/public/frame.css";
import "@/lib/ui/light-kit/markdown/markdown.css";
import "./contrast-themes.css";
import "./globals.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { ColourSchemeScript } from "@/lib/ui/shell/colour-scheme-script";
import { fontVariables } from "@/lib/ui/shell/fonts";

export const metadata: Metadata = {
  title: { default: "Workspace Platform", template: "%s · Workspace Platform" },
  description:
    "A CRM, project boards, forms, tables, webhooks and a time tracker that share people, roles and one API.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfcfb" },
    { media: "(prefers-color-scheme: dark)", color: "#121615" },
  ],
};

/** The bare document. Pages with components of the library stand in an `AppFrame`; public ones do without its bytes. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the request also makes every page dynamic, and only such a page can carry a nonce of its own.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    // The scheme is for readers without scripts, where the library's colours hang on it; the script puts theirs.
    <html lang="en" className={fontVariables} data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <ColourSchemeScript nonce={nonce} />
      </head>
      <body>
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        {children}
      </body>
    </html>
  );
}
