import { outline } from "@/lib/ui/icons/icon";

export const IconTable = outline(
  "M3 5a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14",
  "M3 10h18",
  "M10 3v18",
);
