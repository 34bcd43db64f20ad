import { outline } from "@/lib/ui/icons/icon";

export const IconArrowsExchange = outline("M7 10h14l-4 -4", "M17 14h-14l4 4");
