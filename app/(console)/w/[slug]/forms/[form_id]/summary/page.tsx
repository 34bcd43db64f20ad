import type { Metadata } from "next";

export const metadata: Metadata = { title: "Summary" };

export { SubmissionSummary as default } from "@/lib/ui/forms/submission-summary";
