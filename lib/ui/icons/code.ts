import { outline } from "@/lib/ui/icons/icon";

export const IconCode = outline("M7 8l-4 4l4 4", "M17 8l4 4l-4 4", "M14 4l-4 16");
