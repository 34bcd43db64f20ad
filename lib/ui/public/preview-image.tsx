import { ImageResponse } from "next/og";

const SIZE = { width: 1_200, height: 630 };
const TITLE_CHARS_MAX = 90;
const KEPT_IMAGES_MAX = 100;

/** Drawing an image takes 100 ms of processor time or more, and the same few are requested often. */
const kept = new Map<string, ArrayBuffer>();

/** The letters that the typeface has: for any other, the library would contact hosts on the internet. */
function drawable(text: string): string {
  const drawn = text.replace(/[^\u0020-\u017F\u2010-\u2026]/g, "").trim();
  return drawn.length > TITLE_CHARS_MAX ? `${drawn.slice(0, TITLE_CHARS_MAX)}…` : drawn;
}

function Picture({ title, kind }: { title: string; kind: string }) {
  return (
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        padding: 80,
        background: "#fbfcfb",
        color: "#131917",
        borderBottom: "16px solid #0a704c",
      }}
    >
      <div style={{ display: "flex", fontSize: 32, color: "#0a704c" }}>{kind}</div>
      <div
        style={{
          display: "flex",
          fontSize: title.length > 45 ? 64 : 84,
          letterSpacing: -2,
          lineHeight: 1.12,
        }}
      >
        {title}
      </div>
      <div style={{ display: "flex", alignItems: "center", gap: 20, fontSize: 30, color: "#636c69" }}>
        <div style={{ display: "flex", flexDirection: "column", gap: 5 }}>
          <div style={{ width: 40, height: 10, borderRadius: 5, background: "#0a704c" }} />
          <div style={{ width: 28, height: 10, borderRadius: 5, background: "#0a704c", opacity: 0.72 }} />
          <div style={{ width: 16, height: 10, borderRadius: 5, background: "#0a704c", opacity: 0.45 }} />
        </div>
        Workspace Platform
      </div>
    </div>
  );
}

/**
 * The image that link previews show (OpenGraph): a PNG of 1200 × 630. Contacts no other host.
 * @param about the page's title, and what it is in one word
 */
export async function previewImage(about: { title: string; kind: string }): Promise<ArrayBuffer> {
  const { kind } = about;
  const title = drawable(about.title) || kind;
  const key = `${kind}\0${title}`;
  const known = kept.get(key);
  if (known) return known;
  const image = await new ImageResponse(<Picture title={title} kind={kind} />, SIZE).arrayBuffer();
  const oldest = kept.keys().next();
  if (kept.size >= KEPT_IMAGES_MAX && !oldest.done) kept.delete(oldest.value);
  kept.set(key, image);
  return image;
}
