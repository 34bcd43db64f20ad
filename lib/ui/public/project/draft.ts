import { useEffect, useEffectEvent } from "react";
import { isRefusal } from "@/lib/ui/api/client";
import { rememberPath } from "@/lib/ui/api/session";

type Draft = Readonly<Record<string, string>>;

const key = (name: string) => `draft:${name}`;

/** Keeps in this tab what somebody wrote, for the page that asks for it next. */
export function keepDraft(name: string, draft: Draft): void {
  window.sessionStorage.setItem(key(name), JSON.stringify(draft));
}

/** Sends a visitor to sign in and back here, and keeps what they wrote in this tab. */
export function signInWithDraft(name: string, draft: Draft): void {
  keepDraft(name, draft);
  rememberPath();
  window.location.assign("/signin");
}

/**
 * Sends what a visitor wrote. If their session turns out to be over, which leads them away to sign in at once, it is kept
 * in this tab until they are back.
 * @returns what `send` returns
 */
export async function sendWithDraft<T>(name: string, draft: Draft, send: () => Promise<T>): Promise<T> {
  keepDraft(name, draft);
  try {
    const answer = await send();
    takeDraft(name);
    return answer;
  } catch (failure) {
    if (!isRefusal(failure, 401)) takeDraft(name);
    throw failure;
  }
}

/** What was written before; can be read once. */
export function takeDraft(name: string): Record<string, string> | null {
  const text = window.sessionStorage.getItem(key(name));
  window.sessionStorage.removeItem(key(name));
  return text === null ? null : (JSON.parse(text) as Record<string, string>);
}

/**
 * Keeps in this tab what somebody wrote and has not sent when they leave the page or load it again, for the page that asks
 * for it next. Null where there is nothing of theirs: it is being sent, or nothing is being written.
 */
export function useKeptDraft(name: string, draft: Draft | null): void {
  const keep = useEffectEvent(() => {
    if (draft === null) return;
    if (Object.values(draft).some((text) => text.trim() !== "")) keepDraft(name, draft);
    else takeDraft(name);
  });
  useEffect(() => {
    const leave = () => keep();
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, []);
}
