import type { Metadata } from "next";

export const metadata: Metadata = { title: "Board" };

export { BoardPage as default } from "@/lib/ui/board/board-page";
