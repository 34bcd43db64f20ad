import { outline } from "@/lib/ui/icons/icon";

export const IconAlignLeft = outline("M4 6l16 0", "M4 12l10 0", "M4 18l14 0");
