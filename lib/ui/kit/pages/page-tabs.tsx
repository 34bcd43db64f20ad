import { usePathname } from "next/navigation";
import { Link } from "@/lib/ui/kit/pages/link";
import { Titled } from "@/lib/ui/kit/pages/titled";
import classes from "./page-tabs.module.css";

type Props = { label: string; tabs: readonly { href: string; label: string }[] };

/** The way between the pages of one thing. */
export function PageTabs({ label, tabs }: Props) {
  const open = usePathname();
  // The first is the thing itself.
  const part = tabs.slice(1).find(({ href }) => href === open);
  return (
    <nav aria-label={label} className={classes.header}>
      {part ? <Titled name={part.label} /> : null}
      <span className={classes.tabs}>
        {tabs.map((tab) => (
          <Link key={tab.href} href={tab.href} aria-current={tab.href === open ? "page" : undefined}>
            {tab.label}
          </Link>
        ))}
      </span>
    </nav>
  );
}
