import type { ReactNode } from "react";
import { EnrollmentsAhead } from "@/lib/ui/sequences/enrollment-list";
import { SequenceFrame } from "@/lib/ui/sequences/sequence-frame";

type Props = { children: ReactNode; params: Promise<{ sequence_id: string }> };

export default async function SequenceLayout({ children, params }: Props) {
  return (
    <SequenceFrame sequenceId={(await params).sequence_id} ahead={{ enrollments: <EnrollmentsAhead /> }}>
      {children}
    </SequenceFrame>
  );
}
