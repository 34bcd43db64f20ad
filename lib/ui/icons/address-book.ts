import { outline } from "@/lib/ui/icons/icon";

export const IconAddressBook = outline(
  "M20 6v12a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2",
  "M10 16h6",
  "M11 11a2 2 0 1 0 4 0a2 2 0 1 0 -4 0",
  "M4 8h3",
  "M4 12h3",
  "M4 16h3",
);
