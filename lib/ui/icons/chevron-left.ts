import { outline } from "@/lib/ui/icons/icon";

export const IconChevronLeft = outline("M15 6l-6 6l6 6");
