import type { Metadata } from "next";
import type { ReactNode } from "react";

/**
 * Pages that anyone may open, without the console around them and without its component library: each wraps its content
 * in `PublicFrame` (lib/ui/public/frame.tsx). Search engines stay out unless a page's own metadata lets them in.
 */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function PublicLayout({ children }: { children: ReactNode }) {
  return children;
}
