import type { ProviderList } from "@/lib/identity/schema";
import { IconBrandGithubFilled, IconBuilding, IconBuildingCommunity, IconGitBranch } from "@/lib/ui/icons";

type Provider = Pick<ProviderList[number], "id" | "brand">;

const SIZE = 18;

/* Google's and Microsoft's guidelines require the logos' own colours, on light and dark. */

function GoogleLogo() {
  return (
    <svg width={SIZE} height={SIZE} viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.4 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9c-.6 3-2.2 5.5-4.8 7.2l7.7 6C44.4 38 47 31.8 47 24.6z"
      />
      <path
        fill="#FBBC05"
        d="M10.5 28.6c-.5-1.5-.8-3-.8-4.6s.3-3.1.8-4.6l-8-6.2C.9 16.5 0 20.1 0 24s.9 7.5 2.6 10.8l7.9-6.2z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.5-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-8 6.2C6.5 42.6 14.6 48 24 48z"
      />
    </svg>
  );
}

function MicrosoftLogo() {
  return (
    <svg width={SIZE} height={SIZE} viewBox="0 0 21 21" aria-hidden="true">
      <path fill="#F25022" d="M0 0h10v10H0z" />
      <path fill="#7FBA00" d="M11 0h10v10H11z" />
      <path fill="#00A4EF" d="M0 11h10v10H0z" />
      <path fill="#FFB900" d="M11 11h10v10H11z" />
    </svg>
  );
}

function GitlabLogo() {
  return (
    <svg width={SIZE} height={SIZE} viewBox="0 0 24 24" aria-hidden="true">
      <path fill="#E24329" d="m12 22.4 4.3-13.2H7.7z" />
      <path fill="#FC6D26" d="M12 22.4 7.7 9.2H1.6zM12 22.4l4.3-13.2h6.1z" />
      <path
        fill="#FCA326"
        d="M1.6 9.2.3 13.2c-.1.4 0 .8.3 1L12 22.4zM22.4 9.2l1.3 4c.1.4 0 .8-.3 1L12 22.4z"
      />
      <path
        fill="#E24329"
        d="M1.6 9.2h6.1L5.1 1.1c-.1-.4-.7-.4-.8 0zM22.4 9.2h-6.1l2.6-8.1c.1-.4.7-.4.8 0z"
      />
    </svg>
  );
}

const PLAIN = { code_host: IconGitBranch, suite_a: IconBuilding, suite_b: IconBuildingCommunity };

/** A sign-in provider's logo; a generic one if it has none. */
export function ProviderLogo({ provider: { id, brand } }: { provider: Provider }) {
  if (brand === "google") return <GoogleLogo />;
  if (brand === "microsoft") return <MicrosoftLogo />;
  if (brand === "gitlab") return <GitlabLogo />;
  if (brand === "github") return <IconBrandGithubFilled size={SIZE} aria-hidden="true" />;
  const Icon = PLAIN[id];
  return <Icon size={SIZE} stroke={1.75} aria-hidden="true" />;
}
