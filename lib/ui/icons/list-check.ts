import { outline } from "@/lib/ui/icons/icon";

export const IconListCheck = outline(
  "M3.5 5.5l1.5 1.5l2.5 -2.5",
  "M3.5 11.5l1.5 1.5l2.5 -2.5",
  "M3.5 17.5l1.5 1.5l2.5 -2.5",
  "M11 6l9 0",
  "M11 12l9 0",
  "M11 18l9 0",
);
