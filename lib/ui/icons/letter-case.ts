import { outline } from "@/lib/ui/icons/icon";

export const IconLetterCase = outline(
  "M14 15.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0",
  "M3 19v-10.5a3.5 3.5 0 0 1 7 0v10.5",
  "M3 13h7",
  "M21 12v7",
);
