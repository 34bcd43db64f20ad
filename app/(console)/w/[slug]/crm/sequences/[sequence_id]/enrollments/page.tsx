import type { Metadata } from "next";
import { EnrollmentList } from "@/lib/ui/sequences/enrollment-list";

export const metadata: Metadata = { title: "Records in a sequence" };

export default function EnrollmentsPage() {
  return <EnrollmentList />;
}
