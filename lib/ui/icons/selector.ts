import { outline } from "@/lib/ui/icons/icon";

export const IconSelector = outline("M8 9l4 -4l4 4", "M16 15l-4 4l-4 -4");
