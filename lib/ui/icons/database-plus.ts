import { outline } from "@/lib/ui/icons/icon";

export const IconDatabasePlus = outline(
  "M4 6c0 1.657 3.582 3 8 3s8 -1.343 8 -3s-3.582 -3 -8 -3s-8 1.343 -8 3",
  "M4 6v6c0 1.657 3.582 3 8 3c1.075 0 2.1 -.08 3.037 -.224",
  "M20 12v-6",
  "M4 12v6c0 1.657 3.582 3 8 3c.166 0 .331 -.002 .495 -.006",
  "M16 19h6",
  "M19 16v6",
);
