import { outline } from "@/lib/ui/icons/icon";

export const IconKeyboard = outline(
  "M2 8a2 2 0 0 1 2 -2h16a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2l0 -8",
  "M6 10l0 .01",
  "M10 10l0 .01",
  "M14 10l0 .01",
  "M18 10l0 .01",
  "M6 14l0 .01",
  "M18 14l0 .01",
  "M10 14l4 .01",
);
