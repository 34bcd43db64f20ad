import { redirect } from "next/navigation";

type Props = { params: Promise<{ slug: string }> };

export default async function CrmPage({ params }: Props) {
  redirect(`/w/${encodeURIComponent((await params).slug)}/crm/company`);
}
