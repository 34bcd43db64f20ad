import type { Metadata } from "next";
import { signUpTerms } from "@/lib/account/sign-up-terms";
import { presentProviders } from "@/lib/identity/present";
import { listProviders } from "@/lib/identity/providers";
import { CentredPage } from "@/lib/ui/shell/centred-page";
import { SignIn } from "@/lib/ui/sign-in/sign-in";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function SignInPage({ searchParams }: Props) {
  const { error, reason } = await searchParams;
  return (
    <CentredPage>
      <SignIn
        terms={signUpTerms()}
        providers={presentProviders(listProviders())}
        error={typeof error === "string" ? error : null}
        reason={reason === "expired" || reason === "again" ? reason : null}
      />
    </CentredPage>
  );
}
