import type { Metadata } from "next";

export const metadata: Metadata = { title: "Submissions" };

export { Submissions as default } from "@/lib/ui/forms/submissions";
