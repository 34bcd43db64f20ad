import type { CSSProperties } from "react";

/** A colour's relative luminance, from 0 to 1 (WCAG 2.2). */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** White or black, whichever has more contrast with a colour: at least 4.5 to 1 on any. */
function inkOn(color: string): string {
  const luminance = luminanceOf(color);
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? "#ffffff" : "#000000";
}

/** A page's own colour for its buttons and its open tab; nothing if it has none. */
export function pageColor(color: string | null): CSSProperties {
  if (color === null) return {};
  return { "--page-color": color, "--page-ink": inkOn(color) } as CSSProperties;
}
