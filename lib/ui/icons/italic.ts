import { outline } from "@/lib/ui/icons/icon";

export const IconItalic = outline("M11 5l6 0", "M7 19l6 0", "M14 5l-4 14");
