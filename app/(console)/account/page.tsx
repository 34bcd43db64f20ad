import type { Metadata } from "next";
import { Account } from "@/lib/ui/account/account";
import { ConsoleMain } from "@/lib/ui/shell/console-shell";

export const metadata: Metadata = { title: "Account" };

export default function AccountPage() {
  return (
    <ConsoleMain>
      <Account />
    </ConsoleMain>
  );
}
