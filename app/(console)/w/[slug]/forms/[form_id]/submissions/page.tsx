import type { Metadata } from "next";
import { Submissions } from "@/lib/ui/forms/submissions";

export const metadata: Metadata = { title: "Submissions" };

export default function SubmissionsPage() {
  return <Submissions />;
}
