import type { Metadata } from "next";
import { OwnRules } from "@/lib/ui/rules/own-rules";
import { ConsoleMain } from "@/lib/ui/shell/console-shell";

export const metadata: Metadata = { title: "Your rules" };

export default function OwnRulesPage() {
  return (
    <ConsoleMain>
      <OwnRules />
    </ConsoleMain>
  );
}
