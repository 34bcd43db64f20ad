import { outline } from "@/lib/ui/icons/icon";

export const IconCoin = outline(
  "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0",
  "M14.8 9a2 2 0 0 0 -1.8 -1h-2a2 2 0 1 0 0 4h2a2 2 0 1 1 0 4h-2a2 2 0 0 1 -1.8 -1",
  "M12 7v10",
);
