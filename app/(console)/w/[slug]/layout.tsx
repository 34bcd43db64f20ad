import type { ReactNode } from "react";
import { WorkspaceShell } from "@/lib/ui/shell/workspace-shell";

type Props = { params: Promise<{ slug: string }>; children: ReactNode };

export default async function WorkspaceLayout({ params, children }: Props) {
  const { slug } = await params;
  return <WorkspaceShell slug={slug}>{children}</WorkspaceShell>;
}
