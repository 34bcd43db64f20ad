import type { Metadata } from "next";
import { CentredPage } from "@/lib/ui/shell/centred-page";
import { CompleteSignIn } from "@/lib/ui/sign-in/complete-sign-in";

export const metadata: Metadata = { title: "Signing in", referrer: "no-referrer", robots: { index: false } };

export default function CompleteSignInPage() {
  return (
    <CentredPage>
      <CompleteSignIn />
    </CentredPage>
  );
}
