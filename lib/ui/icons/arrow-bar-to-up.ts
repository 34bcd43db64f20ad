import { outline } from "@/lib/ui/icons/icon";

export const IconArrowBarToUp = outline("M12 10l0 10", "M12 10l4 4", "M12 10l-4 4", "M4 4l16 0");
