/** Where Mantine keeps the choice, and what it notes on the root; its own script would load its code with every page. */
const SCRIPT = `try {
  var chosen = localStorage.getItem("mantine-color-scheme-value");
  if (chosen !== "light" && chosen !== "dark")
    chosen = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.setAttribute("data-mantine-color-scheme", chosen);
} catch (e) {}`;

/** Puts the reader's colour scheme on the document before anything is drawn. */
export function ColourSchemeScript({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
      dangerouslySetInnerHTML={{ __html: SCRIPT }}
    />
  );
}
