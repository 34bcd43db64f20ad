import { describe, expect, it } from "vitest";
import { brandNamed, brandOf, nameOf } from "@/lib/identity/presets";
import { isMicrosoftIssuer, namesOneTenant } from "@/lib/platform/issuer-tenant";

describe("a provider's address", () => {
  it.each([
    ["https://github.com", "github", "GitHub"],
    ["https://github.acme.example", "github", "GitHub"],
    ["https://acme.ghe.com", "github", "GitHub"],
    ["https://gitlab.com", "gitlab", "GitLab"],
    ["https://gitlab.acme.example", "gitlab", "GitLab"],
    ["https://accounts.google.com", "google", "Google"],
    ["https://login.microsoftonline.com/common/v2.0", "microsoft", "Microsoft"],
    ["https://login.microsoftonline.us/x/v2.0", "microsoft", "Microsoft"],
    ["https://id.acme.example/realms/main", null, "id.acme.example"],
    ["https://accounts.google.com.evil.example", null, "accounts.google.com.evil.example"],
    ["https://notgithub.com", null, "notgithub.com"],
    ["http://127.0.0.1:4000", null, null],
    ["http://[::1]:4000", null, null],
    ["http://localhost:4000", null, null],
  ])("%s shows the sign of %s and is called %s", (address, brand, name) => {
    expect([brandOf(address), nameOf(address)]).toEqual([brand, name]);
  });
});

describe("a provider's given name", () => {
  it.each([
    ["GitLab", "gitlab"],
    ["github", "github"],
    ["Google", "google"],
    ["Acme GitLab", null],
    ["Acme", null],
  ])("%s has the logo of %s", (name, brand) => {
    expect(brandNamed(name)).toBe(brand);
  });
});

describe("an issuer trusted to verify addresses", () => {
  const TENANT = "b2d1a6f4-0c4e-4d3b-9f35-2a53e1b7c9aa";
  it.each([
    [`https://login.microsoftonline.com/${TENANT}/v2.0`, true],
    ["https://login.microsoftonline.com/contoso.onmicrosoft.com/v2.0", true],
    ["https://login.microsoftonline.com/common/v2.0", false],
    ["https://login.microsoftonline.com/Common/v2.0", false],
    ["https://login.microsoftonline.com/organizations/v2.0", false],
    ["https://login.microsoftonline.com/consumers/v2.0", false],
    ["https://login.microsoftonline.com/9188040D-6C67-4C5B-B112-36A304B66DAD/v2.0", false],
    ["https://login.microsoftonline.com", false],
    ["https://sts.windows.net/common/", false],
    ["https://login.partner.microsoftonline.cn/common/v2.0", false],
    ["https://accounts.google.com", false],
    ["https://gitlab.com", false],
    ["https://acme.okta.com", true],
    ["https://id.acme.example/realms/main", true],
  ])("%s: %s", (issuer, isOne) => {
    expect(namesOneTenant(issuer)).toBe(isOne);
  });

  it("is not mistaken for Microsoft's by a prefix or suffix", () => {
    for (const host of ["evilmicrosoftonline.com", "microsoftonline.com.evil.example"]) {
      expect(isMicrosoftIssuer(`https://${host}/common`)).toBe(false);
    }
  });
});
