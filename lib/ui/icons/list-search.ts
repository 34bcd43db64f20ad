import { outline } from "@/lib/ui/icons/icon";

export const IconListSearch = outline(
  "M11 15a4 4 0 1 0 8 0a4 4 0 1 0 -8 0",
  "M18.5 18.5l2.5 2.5",
  "M4 6h16",
  "M4 12h4",
  "M4 18h4",
);
