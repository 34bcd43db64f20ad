import type { Metadata } from "next";
import { CentredPage } from "@/lib/ui/shell/centred-page";
import { Invite } from "@/lib/ui/sign-in/invite";

export const metadata: Metadata = { title: "Invite", robots: { index: false } };

type Props = { params: Promise<{ token: string }> };

export default async function InvitePage({ params }: Props) {
  const { token } = await params;
  return (
    <CentredPage>
      <Invite token={token} />
    </CentredPage>
  );
}
