import type { Metadata } from "next";
import { CentredPage } from "@/lib/ui/centred-page";
import { Invite } from "@/lib/ui/invite";

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
