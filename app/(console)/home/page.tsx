import type { Metadata } from "next";
import { ConsoleHome } from "@/lib/ui/console-home";
import { ConsoleMain } from "@/lib/ui/console-shell";

export const metadata: Metadata = { title: "Home" };

export default function HomePage() {
  return (
    <ConsoleMain>
      <ConsoleHome />
    </ConsoleMain>
  );
}
