import { outline } from "@/lib/ui/icons/icon";

export const IconArrowDown = outline("M12 5l0 14", "M18 13l-6 6", "M6 13l6 6");
