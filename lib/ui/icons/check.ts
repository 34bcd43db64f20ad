import { outline } from "@/lib/ui/icons/icon";

export const IconCheck = outline("M5 12l5 5l10 -10");
