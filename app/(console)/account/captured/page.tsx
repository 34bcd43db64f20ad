import type { Metadata } from "next";
import { Captured } from "@/lib/ui/captured/captured";
import { ConsoleMain } from "@/lib/ui/shell/console-shell";

export const metadata: Metadata = { title: "Data about you" };

export default function CapturedPage() {
  return (
    <ConsoleMain>
      <Captured />
    </ConsoleMain>
  );
}
