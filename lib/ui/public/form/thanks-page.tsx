import { PublicFrame } from "@/lib/ui/public/frame";

type Props = { message: string; redirectUrl: string | null; sheet: string | null; logo: string | null };

/** The page after answers were accepted. */
export function ThanksPage({ message, redirectUrl, sheet, logo }: Props) {
  return (
    <PublicFrame {...{ sheet, logo }}>
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
