import type { ReactNode } from "react";
import { FormFrame } from "@/lib/ui/forms/form-frame";

type Props = { children: ReactNode; params: Promise<{ form_id: string }> };

export default async function FormLayout({ children, params }: Props) {
  return <FormFrame formId={(await params).form_id}>{children}</FormFrame>;
}
