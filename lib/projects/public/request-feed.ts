import { env } from "@/lib/platform/env";
import { listFeedRows } from "@/lib/projects/requests/feed/store";
import { FEED_ENTRIES_MAX } from "@/lib/projects/requests/limits";
import { openPublicPage } from "@/lib/projects/requests/open-page";
import { publicName, withoutControls } from "@/lib/projects/requests/rules";

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escaped(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

/**
 * The latest requests of a public page and changes of their status as an Atom feed (RFC 4287), newest first. Titles and
 * names are plain text, descriptions HTML.
 * @param toHtml makes safe HTML of a description in Markdown
 * @throws AppError not_found where the roadmap is not public
 */
export async function requestFeed(slug: string, toHtml: (markdown: string) => string): Promise<string> {
  const page = await openPublicPage(slug, "roadmap");
  const rows = await listFeedRows(page, FEED_ENTRIES_MAX);
  const home = `${env().BASE_URL}/p/${slug}`;
  const entries = rows.map((row) => {
    const isChange = row.to !== null;
    const title = isChange ? `${row.title}: ${row.to?.replace("_", " ")}` : row.title;
    const author = isChange ? page.project.name : publicName(row.authorName ?? "");
    return `  <entry>
    <id>urn:uuid:${row.id}</id>
    <title type="text">${escaped(title)}</title>
    <link rel="alternate" href="${home}/requests/${row.requestId}"/>
    <updated>${row.at.toISOString()}</updated>
    <author><name>${escaped(author)}</name></author>
    <content type="html">${escaped(toHtml(row.description))}</content>
  </entry>`;
  });
  const updated = rows[0]?.at ?? page.project.createdAt;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:uuid:${page.projectId}</id>
  <title type="text">${escaped(page.project.name)}: requests</title>
  <link rel="self" href="${home}/feed"/>
  <link rel="alternate" href="${home}"/>
  <updated>${updated.toISOString()}</updated>
${entries.join("\n")}
</feed>
`;
}
