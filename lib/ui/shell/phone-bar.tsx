import { UnstyledButton } from "@mantine/core";
import { usePathname } from "next/navigation";
import { useWorkspace } from "@/lib/ui/api/open-workspace";
import { IconMenu2 } from "@/lib/ui/icons";
import { lazyDialog } from "@/lib/ui/kit/dialogs/lazy-dialog";
import { useFilters } from "@/lib/ui/kit/filters/filters";
import { Link } from "@/lib/ui/kit/pages/link";
import { ON_PHONES, sectionOf, workspacePath } from "@/lib/ui/shell/navigation";
import { usePages } from "@/lib/ui/shell/workspace-menu";
import classes from "./workspace-shell.module.css";

const MenuDrawer = lazyDialog(() => import("@/lib/ui/shell/menu-drawer"));

const PAGES_MAX = 4;

/** Navigation within reach of the thumb: the first few pages, and a menu of all. */
export function PhoneBar() {
  const { slug } = useWorkspace();
  const section = sectionOf(usePathname());
  const address = useFilters();
  const pages = usePages()
    .filter(({ path }) => ON_PHONES.includes(path))
    .slice(0, PAGES_MAX);
  return (
    <nav aria-label="Pages" className={classes.phoneBar}>
      {pages.map(({ path, label, Icon }) => (
        <Link
          key={path}
          href={workspacePath(slug, path)}
          className={classes.phoneEntry}
          {...(path === section ? { "aria-current": "page" } : {})}
        >
          <Icon size={20} stroke={1.75} aria-hidden="true" />
          {label}
        </Link>
      ))}
      <UnstyledButton
        className={`mantine-focus-auto ${classes.phoneEntry}`}
        aria-haspopup="dialog"
        onClick={() => address.open("menu")}
      >
        <IconMenu2 size={20} stroke={1.75} aria-hidden="true" />
        Menu
      </UnstyledButton>
      <MenuDrawer isOpen={address.get("menu") === "1"} onClose={() => address.close("menu")} />
    </nav>
  );
}
