import localFont from "next/font/local";

/*
 * The typeface comes from npm and is served by us, in two parts: a browser loads the second only if a page has a letter
 * beyond Western European ones.
 */

const sans = localFont({
  src: "../../../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-sans-latin",
});

const sansExtended = localFont({
  src: "../../../node_modules/@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-sans-extended",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF",
    },
  ],
  preload: false,
  adjustFontFallback: false,
});

const mono = localFont({
  src: "../../../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-mono",
  preload: false,
  adjustFontFallback: false,
});

/** The class names that define the font variables used by the theme. */
export const fontVariables = `${sans.variable} ${sansExtended.variable} ${mono.variable}`;
