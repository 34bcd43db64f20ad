import type { Metadata } from "next";
import { SequencePage } from "@/lib/ui/sequences/sequence-page";

export const metadata: Metadata = { title: "Sequence" };

export default function OpenSequencePage() {
  return <SequencePage />;
}
