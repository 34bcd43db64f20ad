import { outline } from "@/lib/ui/icons/icon";

export const IconAntennaBars2 = outline("M6 18l0 -3", "M10 18l0 .01", "M14 18l0 .01", "M18 18l0 .01");
