import { createHash } from "node:crypto";
import type { ReactNode } from "react";
import { AppError, STATUS_OF_CODE } from "@/lib/http/app-error";
import { fileContentSecurityPolicy } from "@/lib/http/content-security-policy";
import { log } from "@/lib/platform/log";
import { PublicNotice } from "@/lib/ui/public/frame";

/*
 * Whole documents for the addresses of forms. They are rendered here and not as Next's pages, because those bring a
 * runtime of 130 KB with them and never the same bytes twice, which neither an ETag nor a strict policy can live with.
 */

type Document = {
  title: string;
  description?: string;
  isIndexed?: boolean;
  /** Of the page itself and of its picture; only where the page may be shown elsewhere. */
  shared?: { url: string; image: string };
  hasScript?: boolean;
  isEmbedded?: boolean;
  /** Goes there by itself at once. */
  goesTo?: string;
  content: ReactNode;
};

/** A document as HTML text. */
export async function renderDocument(page: Document): Promise<string> {
  // Imported when it is used: Next refuses it in what it takes for a server component.
  const { renderToStaticMarkup } = await import("react-dom/server");
  // Written out, because the build puts the values in place of these very words (next.config.ts).
  const assets = {
    script: process.env.FORM_SCRIPT,
    style: process.env.FORM_STYLE,
    font: process.env.FORM_FONT,
  };
  const { title, description, shared } = page;
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="" />
        <link rel="stylesheet" href={assets.style} />
        {page.hasScript ? <script type="module" src={assets.script} /> : null}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {page.isIndexed ? null : <meta name="robots" content="noindex, nofollow" />}
        {description ? <meta name="description" content={description} /> : null}
        {page.goesTo === undefined ? null : <meta httpEquiv="refresh" content={`0; url=${page.goesTo}`} />}
        {shared === undefined ? null : (
          <>
            <link rel="canonical" href={shared.url} />
            <meta property="og:type" content="website" />
            <meta property="og:title" content={title} />
            {description ? <meta property="og:description" content={description} /> : null}
            <meta property="og:url" content={shared.url} />
            <meta property="og:image" content={shared.image} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfcfb" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121615" />
      </head>
      <body className={page.isEmbedded ? "embed" : undefined}>
        <a className="skip-link" href="#main">
          Skip to the content
        </a>
        {page.content}
      </body>
    </html>,
  );
  return `<!doctype html>${html}`;
}

type AnswerOptions = {
  status?: number;
  /** Default: kept by nobody. */
  cacheControl?: string;
  frameAncestors?: string[];
  connect?: string[];
  /** The style sheet that stands in the page itself, for the policy to allow. */
  sheet?: string | null;
  headers?: Record<string, string>;
};

/** HTML with the headers that every page of a form has. */
export function htmlAnswer(html: string, options: AnswerOptions = {}): Response {
  const {
    status = 200,
    cacheControl = "private, no-store",
    frameAncestors = [],
    connect = [],
    sheet = null,
  } = options;
  return new Response(html, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": fileContentSecurityPolicy({ frameAncestors, connect }, sheet),
      "Cache-Control": cacheControl,
      // The same address tells programs as JSON (contract section 1).
      Vary: "Accept, RSC, User-Agent",
      ...options.headers,
    },
  });
}

/** A weak ETag: the same for two pages in which visitors would see no difference. */
export function weakEtag(...parts: string[]): string {
  return `W/"${createHash("sha256").update(parts.join("\0")).digest("base64url").slice(0, 27)}"`;
}

async function noticeAnswer(status: number, title: string, text: string, headers = {}): Promise<Response> {
  const html = await renderDocument({ title, content: <PublicNotice title={title} text={text} /> });
  return htmlAnswer(html, { status, headers });
}

/**
 * Answers with a page whatever happens. What is unknown, private or over gets the very same one; faults go to the log
 * and not to the visitor.
 */
export async function answerOrNotice(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof AppError)) {
      log.error({ err: error }, "unexpected fault");
      return noticeAnswer(
        500,
        "This page could not be shown",
        "Something went wrong on our side. Trying again often helps.",
      );
    }
    if (error.code === "not_found") {
      return noticeAnswer(
        404,
        "There is no page here",
        "The address may be mistyped, or the page is no longer shared. Ask whoever gave you the link.",
      );
    }
    return noticeAnswer(STATUS_OF_CODE[error.code], "That did not work", error.message, {
      ...(error.retryAfterS === undefined ? {} : { "Retry-After": String(Math.ceil(error.retryAfterS)) }),
    });
  }
}
