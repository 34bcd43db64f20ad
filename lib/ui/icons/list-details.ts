import { outline } from "@/lib/ui/icons/icon";

export const IconListDetails = outline(
  "M13 5h8",
  "M13 9h5",
  "M13 15h8",
  "M13 19h5",
  "M3 5a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4",
  "M3 15a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1l0 -4",
);
