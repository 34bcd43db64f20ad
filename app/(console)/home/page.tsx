import type { Metadata } from "next";
import { ConsoleHome } from "@/lib/ui/home/console-home";
import { ConsoleMain } from "@/lib/ui/shell/console-shell";

export const metadata: Metadata = { title: "Home" };

export default function HomePage() {
  return (
    <ConsoleMain>
      <ConsoleHome />
    </ConsoleMain>
  );
}
