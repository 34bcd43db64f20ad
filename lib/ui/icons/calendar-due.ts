import { outline } from "@/lib/ui/icons/icon";

export const IconCalendarDue = outline(
  "M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12",
  "M16 3v4",
  "M8 3v4",
  "M4 11h16",
  "M11 16a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
);
