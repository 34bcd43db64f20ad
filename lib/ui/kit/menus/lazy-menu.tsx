import { type ComponentType, cloneElement, useState } from "react";
import { notifyFailure } from "@/lib/ui/api/failure";
import type { LazyMenuProps } from "@/lib/ui/kit/menus/opened-menu";

/** A menu that is loaded when it is first opened. Most rows have one, and most are never asked for. */
export function LazyMenu(props: LazyMenuProps) {
  const [Loaded, setLoaded] = useState<ComponentType<LazyMenuProps> | null>(null);
  if (Loaded) return <Loaded {...props} />;
  const load = () =>
    import("@/lib/ui/kit/menus/opened-menu").then(
      ({ OpenedMenu }) => setLoaded(() => OpenedMenu),
      (error: unknown) => notifyFailure("The menu could not be opened", error),
    );
  return cloneElement(props.target, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => void load(),
  });
}
