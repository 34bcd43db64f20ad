import type { Metadata } from "next";

export const metadata: Metadata = { title: "Sequences" };

export { SequenceList as default } from "@/lib/ui/sequences/sequence-list";
