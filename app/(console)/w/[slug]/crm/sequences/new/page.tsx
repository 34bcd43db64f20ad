import type { Metadata } from "next";
import { NewSequence } from "@/lib/ui/sequences/new-sequence";

export const metadata: Metadata = { title: "New sequence" };

export default function NewSequencePage() {
  return <NewSequence />;
}
