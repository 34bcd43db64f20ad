import type { Metadata } from "next";
import { BoardPage } from "@/lib/ui/board/board-page";

export const metadata: Metadata = { title: "Board" };

export default function ProjectBoardPage() {
  return <BoardPage />;
}
