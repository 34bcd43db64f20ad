import type { Metadata } from "next";

export const metadata: Metadata = { title: "New sequence" };

export { NewSequence as default } from "@/lib/ui/sequences/new-sequence";
