import type { Metadata } from "next";

export const metadata: Metadata = { title: "Records in a sequence" };

export { EnrollmentList as default } from "@/lib/ui/sequences/enrollment-list";
