import { outline } from "@/lib/ui/icons/icon";

export const IconMinus = outline("M5 12l14 0");
