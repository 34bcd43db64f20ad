import { outline } from "@/lib/ui/icons/icon";

export const IconGitCommit = outline("M9 12a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", "M12 3l0 6", "M12 15l0 6");
