import { outline } from "@/lib/ui/icons/icon";

export const IconCircleDot = outline(
  "M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
  "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0",
);
