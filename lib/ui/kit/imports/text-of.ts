/**
 * The text of a file: UTF-16 where it begins with that one's mark, as Excel's "Unicode Text" does; else UTF-8 or, where it
 * is none, the encoding that spreadsheets on Windows use.
 * @throws if it is no text, such as a picture
 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  // Only workbooks, which are named to the reader by how they begin, may have bytes that no text has.
  if (new Uint8Array(bytes).includes(0) && !(first === 0x50 && second === 0x4b)) {
    throw new TypeError("not a text");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
