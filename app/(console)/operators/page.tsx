import type { Metadata } from "next";
import { ConsoleMain } from "@/lib/ui/console-shell";
import { Operators } from "@/lib/ui/operators/operators";

export const metadata: Metadata = { title: "Operators" };

export default function OperatorsPage() {
  return (
    <ConsoleMain>
      <Operators />
    </ConsoleMain>
  );
}
