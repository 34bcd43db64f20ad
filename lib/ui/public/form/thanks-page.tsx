import { PublicFrame } from "@/lib/ui/public/frame";
import { pageColorSheet } from "@/lib/ui/public/page-color";

type Props = { message: string; redirectUrl: string | null; color: string | null };

/** The page after answers were accepted. */
export function ThanksPage({ message, redirectUrl, color }: Props) {
  return (
    <PublicFrame sheet={pageColorSheet(color)}>
      <h1 className="public-title">Sent</h1>
      <p className="public-lead">{message}</p>
      {redirectUrl === null ? null : (
        <div className="public-actions">
          <a className="public-button" href={redirectUrl} rel="noopener noreferrer" target="_top">
            Go on to {new URL(redirectUrl).host}
          </a>
        </div>
      )}
    </PublicFrame>
  );
}
