import type { Metadata } from "next";
import { Imports } from "@/lib/ui/imports/imports";
import { ConsoleMain } from "@/lib/ui/shell/console-shell";

export const metadata: Metadata = { title: "Imports" };

export default function ImportsPage() {
  return (
    <ConsoleMain>
      <Imports />
    </ConsoleMain>
  );
}
