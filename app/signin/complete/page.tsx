import type { Metadata } from "next";
import { CentredPage } from "@/lib/ui/centred-page";
import { CompleteSignIn } from "@/lib/ui/complete-sign-in";

export const metadata: Metadata = { title: "Signing in", referrer: "no-referrer", robots: { index: false } };

export default function CompleteSignInPage() {
  return (
    <CentredPage>
      <CompleteSignIn />
    </CentredPage>
  );
}
