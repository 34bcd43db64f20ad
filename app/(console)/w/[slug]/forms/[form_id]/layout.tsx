import type { ReactNode } from "react";
import { FormFrame } from "@/lib/ui/forms/form-frame";
import { SummaryAhead } from "@/lib/ui/forms/submission-summary";
import { SubmissionsAhead } from "@/lib/ui/forms/submissions";

type Props = { children: ReactNode; params: Promise<{ form_id: string }> };

export default async function FormLayout({ children, params }: Props) {
  return (
    <FormFrame
      formId={(await params).form_id}
      ahead={{ submissions: <SubmissionsAhead />, summary: <SummaryAhead /> }}
    >
      {children}
    </FormFrame>
  );
}
