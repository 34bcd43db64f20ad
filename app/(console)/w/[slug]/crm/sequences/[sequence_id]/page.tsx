import type { Metadata } from "next";

export const metadata: Metadata = { title: "Sequence" };

export { SequencePage as default } from "@/lib/ui/sequences/sequence-page";
