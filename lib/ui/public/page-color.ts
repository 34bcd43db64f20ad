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

type Part = { color: string; share: number };

/** Two colours mixed, `share` of the first. */
function mix({ color, share }: Part, other: string): string {
  const parts = [1, 3, 5].map((at) => {
    const [one, two] = [color, other].map((each) => Number.parseInt(each.slice(at, at + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(one * share + two * (1 - share))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, two: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(two)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** What texts stand on in each scheme (theme.css), and towards what a colour moves to be read on it. */
const SCHEMES = {
  light: { grounds: ["#fbfcfb", "#ffffff", "#f6f7f6"], raised: "#ffffff", towards: "#000000" },
  dark: { grounds: ["#121615", "#181d1b", "#0d100f"], raised: "#181d1b", towards: "#ffffff" },
} as const;
const SOFT_SHARE = 0.12;
const CONTRAST_MIN = 4.5;
/** Below it, a button does not stand out from the page, and gets an edge. */
const SEEN_MIN = 1.25;
const STEPS = 20;

/** A colour as text in a scheme, as close to it as can be read on every ground, and the soft ground it stands on too. */
export function readableIn(scheme: keyof typeof SCHEMES, color: string): { text: string; soft: string } {
  const { grounds, raised, towards } = SCHEMES[scheme];
  const soft = mix({ color, share: SOFT_SHARE }, raised);
  const isReadable = (text: string) =>
    [...grounds, soft].every((ground) => contrastOf(text, ground) >= CONTRAST_MIN);
  for (let step = 0; step < STEPS; step++) {
    const text = mix({ color, share: 1 - step / STEPS }, towards);
    if (isReadable(text)) return { text, soft };
  }
  return { text: towards, soft };
}

/** What goes around a button of a colour in a scheme. */
export function edgeIn(scheme: keyof typeof SCHEMES, color: string): string {
  const isSeen = contrastOf(color, SCHEMES[scheme].grounds[0]) >= SEEN_MIN;
  return isSeen ? "transparent" : readableIn(scheme, color).text;
}

/** The style sheet of a page's own colour, for its buttons, links, votes, open tab and focus; null if it has none. */
export function pageColorSheet(color: string | null): string | null {
  if (color === null) return null;
  const [light, dark] = [readableIn("light", color), readableIn("dark", color)];
  const text = `light-dark(${light.text}, ${dark.text})`;
  const parts = {
    "--page-color": color,
    "--page-ink": inkOn(color),
    "--page-edge": `light-dark(${edgeIn("light", color)}, ${edgeIn("dark", color)})`,
    "--page-ring": text,
    "--mantine-color-anchor": text,
    "--accent-text": text,
    "--accent-soft": `light-dark(${light.soft}, ${dark.soft})`,
  };
  const rules = Object.entries(parts).map(([name, value]) => `${name}:${value}`);
  return `.public-frame{${rules.join(";")}}`;
}
