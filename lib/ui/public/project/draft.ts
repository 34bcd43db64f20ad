import { rememberPath } from "@/lib/ui/api/session";

const key = (name: string) => `draft:${name}`;

/** Sends a visitor to sign in and back here, and keeps what they wrote in this tab. */
export function signInWithDraft(name: string, draft: Readonly<Record<string, string>>): void {
  window.sessionStorage.setItem(key(name), JSON.stringify(draft));
  rememberPath();
  window.location.assign("/signin");
}

/** What was written before signing in; can be read once. */
export function takeDraft(name: string): Record<string, string> | null {
  const text = window.sessionStorage.getItem(key(name));
  window.sessionStorage.removeItem(key(name));
  return text === null ? null : (JSON.parse(text) as Record<string, string>);
}
