import { isIP } from "node:net";
import { BRANDS, type Brand } from "@/lib/identity/rules";
import { isMicrosoftIssuer } from "@/lib/platform/issuer-tenant";

const NAME_OF_BRAND: Record<Brand, string> = {
  github: "GitHub",
  gitlab: "GitLab",
  google: "Google",
  microsoft: "Microsoft",
};

/** Whose a provider's address is, as far as it says; an own server of one is often called by its name. */
export function brandOf(address: string): Brand | null {
  const { hostname } = new URL(address);
  if (hostname === "accounts.google.com") return "google";
  if (isMicrosoftIssuer(address)) return "microsoft";
  if (/^(github\.|.+\.ghe\.com$)/.test(hostname)) return "github";
  return hostname.startsWith("gitlab.") ? "gitlab" : null;
}

/** What a provider is called by its address: its brand, else its host; null for one on this machine or without a name. */
export function nameOf(address: string): string | null {
  const brand = brandOf(address);
  if (brand) return NAME_OF_BRAND[brand];
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname.startsWith("[") || isIP(hostname) ? null : hostname;
}

/** The brand whose name a provider was given, as one's own server of it may be at any address; null for other names. */
export function brandNamed(name: string): Brand | null {
  const wanted = name.toLowerCase();
  return BRANDS.find((brand) => NAME_OF_BRAND[brand].toLowerCase() === wanted) ?? null;
}
