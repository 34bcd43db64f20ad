import type { Metadata } from "next";
import { SubmissionSummary } from "@/lib/ui/forms/submission-summary";

export const metadata: Metadata = { title: "Summary" };

export default function SummaryPage() {
  return <SubmissionSummary />;
}
