import { outline } from "@/lib/ui/icons/icon";

export const IconAntennaBars5 = outline("M6 18l0 -3", "M10 18l0 -6", "M14 18l0 -9", "M18 18l0 -12");
