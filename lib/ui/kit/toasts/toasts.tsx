import { notificationsStore } from "@mantine/notifications";
import { useEffect, useState } from "react";
import { lazyOverlay } from "@/lib/ui/kit/states/loaded-later";

const Toaster = lazyOverlay(() => import("@/lib/ui/kit/toasts/toaster"));

/**
 * The place where messages show. It is loaded at the reader's first touch, so that it is there when something is to be
 * said, also when that is that the server can't be reached.
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
  return isWanted ? <Toaster /> : null;
}
