import classes from "@/lib/ui/public/project/own.module.css";

const HUES = 12;
const HUE_STEP = 360 / HUES;

/** The first letters of a name's first two words. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2);
  return words.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x20)).join("");
}

/**
 * A person's initials on a colour. Public pages show no pictures: other hosts serve them, and would learn who reads the
 * page. Hidden from screen readers, because the name is beside it.
 */
export function Initials({ name }: { name: string }) {
  const hue = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES;
  return (
    <span
      className={classes.initials}
      style={{ "--hue": String(hue * HUE_STEP) } as React.CSSProperties}
      aria-hidden="true"
    >
      {initialsOf(name).toUpperCase()}
    </span>
  );
}
