import { outline } from "@/lib/ui/icons/icon";

export const IconHash = outline("M5 9l14 0", "M5 15l14 0", "M11 4l-4 16", "M17 4l-4 16");
