import { outline } from "@/lib/ui/icons/icon";

export const IconChevronRight = outline("M9 6l6 6l-6 6");
