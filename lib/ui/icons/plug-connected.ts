import { outline } from "@/lib/ui/icons/icon";

export const IconPlugConnected = outline(
  "M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5",
  "M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5",
  "M3 21l2.5 -2.5",
  "M18.5 5.5l2.5 -2.5",
  "M10 11l-2 2",
  "M13 14l-2 2",
);
