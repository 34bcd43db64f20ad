import { outline } from "@/lib/ui/icons/icon";

export const IconLogout2 = outline(
  "M10 8v-2a2 2 0 0 1 2 -2h7a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-7a2 2 0 0 1 -2 -2v-2",
  "M15 12h-12l3 -3",
  "M6 15l-3 -3",
);
