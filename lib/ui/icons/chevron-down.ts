import { outline } from "@/lib/ui/icons/icon";

export const IconChevronDown = outline("M6 9l6 6l6 -6");
