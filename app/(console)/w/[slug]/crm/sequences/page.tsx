import type { Metadata } from "next";
import { SequenceList } from "@/lib/ui/sequences/sequence-list";

export const metadata: Metadata = { title: "Sequences" };

export default function SequencesPage() {
  return <SequenceList />;
}
