import type { ReactNode } from "react";

function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="public-mark">
      <rect x="2" y="3" width="20" height="5" rx="2.5" />
      <rect x="2" y="9.5" width="14" height="5" rx="2.5" opacity="0.72" />
      <rect x="2" y="16" width="8" height="5" rx="2.5" opacity="0.45" />
    </svg>
  );
}

type Props = {
  children: ReactNode;
  /** `narrow` is for reading and filling in, `wide` for boards, `full` for grids. */
  width?: "narrow" | "wide" | "full";
  /** `Report`, for pages that strangers make: pages of ours and errors don't load it. */
  report?: ReactNode;
  /** The page is embedded in another site's page, which its links must not replace. */
  isEmbedded?: boolean;
  /** The surrounding page already has a `main` landmark. */
  isPart?: boolean;
  /** A page of the product itself: its name stands at the top, as on the sign-in page, and not at the foot. */
  isOurs?: boolean;
  /** The style sheet of the page's own colours. Not an attribute, which the policy of forms' pages does not take. */
  sheet?: string | null;
  /** The address of a logo above the content. */
  logo?: string | null;
};

/**
 * The frame of every public page: the only `main` landmark, and a footer. Plain markup styled by
 * lib/ui/public/frame.css, without scripts and without a component library.
 */
export function PublicFrame({
  children,
  width = "narrow",
  report,
  isEmbedded = false,
  isPart = false,
  isOurs = false,
  sheet = null,
  logo = null,
}: Props) {
  const Main = isPart ? "div" : "main";
  const target = isEmbedded ? "_blank" : undefined;
  return (
    <div className="public-frame">
      {sheet === null ? null : <style>{sheet}</style>}
      {isOurs ? (
        <header className="public-header">
          <a href="/" className="public-brand">
            <Mark size={22} />
            Workspace Platform
          </a>
        </header>
      ) : null}
      <Main id="main" tabIndex={-1} className="public-main" data-width={width}>
        {logo === null ? null : (
          // biome-ignore lint/performance/noImgElement: it is small already, and its size is not known
          <img className="public-logo" src={logo} alt="" height={40} />
        )}
        {children}
      </Main>
      {isOurs ? null : (
        <footer className="public-footer">
          <a href="/" target={target} rel={isEmbedded ? "noopener" : undefined} className="public-powered">
            <Mark size={16} />
            Powered by Workspace Platform
          </a>
          {report}
        </footer>
      )}
    </div>
  );
}

/** A whole page with a single message, such as that nothing is here. */
export function PublicNotice({
  title,
  text,
  isOurs = false,
  children,
}: {
  title: string;
  text: string;
  isOurs?: boolean;
  children?: ReactNode;
}) {
  return (
    <PublicFrame isOurs={isOurs}>
      <h1 className="public-title">{title}</h1>
      <p className="public-lead">{text}</p>
      {children === undefined ? null : <div className="public-actions">{children}</div>}
    </PublicFrame>
  );
}
