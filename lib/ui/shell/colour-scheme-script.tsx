"use client";

import { useLayoutEffect } from "react";

/**
 * Does what Mantine's own script does, from the same storage key and to the same attribute, without loading Mantine's
 * code on every page.
 */
function putScheme(): void {
  try {
    let chosen = localStorage.getItem("mantine-color-scheme-value");
    if (chosen !== "light" && chosen !== "dark")
      chosen = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    document.documentElement.setAttribute("data-mantine-color-scheme", chosen);
  } catch {
    // If the browser stores nothing, the document's default stays.
  }
}

/** Paper is white, whatever the screen is. */
function putLight(): void {
  document.documentElement.setAttribute("data-mantine-color-scheme", "light");
}

/** Sets the reader's colour scheme before anything is drawn, and the light one for as long as a page is printed. */
export function ColourSchemeScript({ nonce }: { nonce: string | undefined }) {
  // A not-found page is built by React in the browser, where script elements that it inserts don't run.
  useLayoutEffect(() => {
    putScheme();
    const system = matchMedia("(prefers-color-scheme: dark)");
    // To a page that is printed, the system is light.
    const follow = () => {
      if (!matchMedia("print").matches) putScheme();
    };
    system.addEventListener("change", follow);
    window.addEventListener("beforeprint", putLight);
    window.addEventListener("afterprint", putScheme);
    return () => {
      system.removeEventListener("change", follow);
      window.removeEventListener("beforeprint", putLight);
      window.removeEventListener("afterprint", putScheme);
    };
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
