import { parseUrl } from "@/lib/platform/parse-url";

/** Characters that start or end a line wherever the text is printed: they are part of no URL (RFC 3986, 2). */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * What is wrong with a URL that is kept and followed later, beyond not being one; null where nothing is. `new URL` takes
 * line breaks out and splits credentials off without a word, so that what is stored would not be what is followed, and
 * `https://bank.example@evil.example/` is read as another host than it leads to.
 * @param text a URL; other texts are only searched for control characters
 */
export function keptUrlProblem(text: string): string | null {
  if (CONTROL.test(text)) return "Must not contain line breaks or other control characters";
  const url = parseUrl(text);
  return url === null || (url.username === "" && url.password === "")
    ? null
    : "Must not contain a user name or password";
}
