import { Link } from "@/lib/ui/kit/pages/link";
import classes from "./brand.module.css";

/** The logo: areas of one service, stacked. */
export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className={classes.mark}>
      <rect x="2" y="3" width="20" height="5" rx="2.5" />
      <rect x="2" y="9.5" width="14" height="5" rx="2.5" opacity="0.72" />
      <rect x="2" y="16" width="8" height="5" rx="2.5" opacity="0.45" />
    </svg>
  );
}

/** The logo and the name, as a link; the name can be hidden on narrow screens. */
export function Brand({ href, collapses = false }: { href: string; collapses?: boolean }) {
  return (
    <Link href={href} className={classes.brand} aria-label="Workspace Platform">
      <BrandMark />
      <span className={collapses ? classes.collapsing : undefined}>Workspace Platform</span>
    </Link>
  );
}
