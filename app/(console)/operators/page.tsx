import type { Metadata } from "next";
import { Operators } from "@/lib/ui/operators/operators";
import { ConsoleMain } from "@/lib/ui/shell/console-shell";

export const metadata: Metadata = { title: "Operators" };

export default function OperatorsPage() {
  return (
    <ConsoleMain>
      <Operators />
    </ConsoleMain>
  );
}
