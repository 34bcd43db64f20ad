import type { ReactNode } from "react";
import { CrmFrame } from "@/lib/ui/crm/crm-frame";

type Props = { children: ReactNode; params: Promise<{ object: string }> };

export default async function CrmObjectLayout({ children, params }: Props) {
  return <CrmFrame objectSlug={(await params).object}>{children}</CrmFrame>;
}
