import { outline } from "@/lib/ui/icons/icon";

export const IconBrandWindows = outline(
  "M17.8 20l-12 -1.5c-1 -.1 -1.8 -.9 -1.8 -1.9v-9.2c0 -1 .8 -1.8 1.8 -1.9l12 -1.5c1.2 -.1 2.2 .8 2.2 1.9v12.1c0 1.2 -1.1 2.1 -2.2 1.9l0 .1",
  "M12 5l0 14",
  "M4 12l16 0",
);
