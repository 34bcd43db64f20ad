"use client";

import { useLayoutEffect } from "react";

/** Where Mantine keeps the choice, and what it notes on the root; its own script would load its code with every page. */
function putScheme(): void {
  try {
    let chosen = localStorage.getItem("mantine-color-scheme-value");
    if (chosen !== "light" && chosen !== "dark")
      chosen = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.documentElement.setAttribute("data-mantine-color-scheme", chosen);
  } catch {
    // A browser that keeps nothing shows what the document says.
  }
}

/** Puts the reader's colour scheme on the document before anything is drawn. */
export function ColourSchemeScript({ nonce }: { nonce: string | undefined }) {
  // A page that turns out not to be there is built by React in the browser, where scripts that it writes don't run.
  useLayoutEffect(() => {
    putScheme();
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", putScheme);
    return () => system.removeEventListener("change", putScheme);
  }, []);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
      dangerouslySetInnerHTML={{ __html: `(${putScheme})()` }}
    />
  );
}
