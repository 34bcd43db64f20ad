import { outline } from "@/lib/ui/icons/icon";

export const IconCircleMinus = outline("M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0", "M9 12l6 0");
