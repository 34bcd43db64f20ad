import { notificationsStore } from "@mantine/notifications";
import { useEffect, useState } from "react";
import { lazyPart } from "@/lib/ui/kit/states/loaded-later";
import classes from "./toasts.module.css";

const Toaster = lazyPart(() => import("@/lib/ui/kit/toasts/toaster"));

/**
 * The place where messages show. It is loaded at the reader's first touch, so that it is there when something is to be
 * said, also when that is that the server can't be reached. If it can't be loaded itself, that is said in its place.
 */
export function Toasts() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const want = () => setIsWanted(true);
    const forget = notificationsStore.subscribe(want);
    window.addEventListener("pointerdown", want, { once: true });
    window.addEventListener("keydown", want, { once: true });
    return () => {
      forget();
      window.removeEventListener("pointerdown", want);
      window.removeEventListener("keydown", want);
    };
  }, []);
  return isWanted ? (
    <div className={classes.corner}>
      <Toaster />
    </div>
  ) : null;
}
