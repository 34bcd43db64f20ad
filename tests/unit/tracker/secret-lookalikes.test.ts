import { describe, expect, it } from "vitest";
import { HEX, LETTERS, made, title, UUID, url } from "@/tests/support/captured";

const HARMLESS = [
  "Authorization – MDN",
  "Cookie: what it is – MDN",
  "Basic authentication: how it works",
  "key.ts — atlas — Visual Studio Code",
  "Boarding pass: gate 12",
  "Primary key: what to choose",
  "A session: React in 2026",
  "PIN and TAN – Wikipedia",
  "code=404",
  "Meeting 12:30@Café",
  "To: ana@example.com",
  "mailto:ana99@example.com",
  "ana@box:/srv/app",
  "git@github.com:acme/web.git",
  "Use your code as you like 2026",
  `/integrations/webhooks/${UUID} – Acme`,
  "https://docs.example/hooks/2024-11-05-release-notes",
  "https://docs.example/webhooks/securing-your-webhooks-2",
  "sha-da39a3ee5e6b4b0d3255bfef95601890afd80709",
  "src/Components/Button/Primary/IndexView1",
  "refactor_AbstractSingletonProxyFactoryBeanBuilder2",
  "docker run -p 8080:80 zip",
  "msbuild /p:Configuration=Release",
  "2026-11-05 – 123-456-7890",
  "WEB-12: is it a key? – Jira",
  "Are tokens 2 words? Yes",
  "https://example.com/%2Fhomepage – Chrome",
  "Recovery codes: 10 left",
  "Backup codes: how to print them",
  "CVC vs CVV: what's the difference",
  "Access code 2026 catalogue",
  "Passwort ist abgelaufen (2026)",
  "Passcode: how to choose one",
  "Security key: YubiKey5 setup",
  "login ana – password managers compared",
  "Parola 2026 concert",
  "10:30:45: build:web:ok",
  "https://example.com/login/how-to-sign-in-again-2026",
];

it.each(HARMLESS)("leaves alone: %s", (text) => {
  expect(title(text)).toBe(text);
});

describe("what only resembles a secret", () => {
  it.each([
    "Secretary: Room204B",
    "Secretariat: UN2030",
    "Tokenizer: bpe50k",
    "max_tokens=4096",
    "Design tokens = 2026 plan",
    "token_count=123456",
    "TAN 2026 conference",
    "OTP: 2026 plan",
    "SyntaxError: Unexpected token: '<'",
    "Bypass: 2nd-exit road",
    "Use 482913 bricks",
    "Q3_2026_Revenue_Forecast_EMEA_v12_FINAL_reviewed.xlsx",
    "Angebot_20261127_Kunde_Schmidt_V3_final_FINAL.docx",
    "V20261127153045__Add_Password_Reset_Token_Table.sql",
    "IOException2ErrorCodeMapperUTF8toUTF16ConverterTest",
    "token_type=bearer",
    "token_limit = 200000",
    "passwords: bcrypt12 vs argon2id",
    "secret: AES-256-GCM",
    "Signing key: ed25519!",
    "mysqldump -u root -P 3307 shop",
    "redis-cli -p 6380",
    "unzip -p archive.zip file",
    "Cookie: SameSite=Lax",
    made("price_", "1MoBy5LkdIwHu7ixZhnattbh"),
    made("chatcmpl-", LETTERS.slice(0, 28)),
    made("job_", "01HZX5K3V9QJ8W7T6R5E4D3C2B"),
    "app password with four char word",
    "Authorization: required scopes, version 2",
    "Authorization: see RFC7235, part 7",
    "Idempotency-Key: 01234567-89ab-4def-8123-456789abcdef",
    "Subscription key: what it is for",
    "The pat = a light touch",
    "feature/unit_test_live_coverage_of_orders2",
    "src/components/OrderList/OrderListItem/OrderListItemView/index2",
    "lib/Domain/UserAccount/Http/Controllers/V2/UserAccountController3",
    `builds/${HEX}/Artifacts/ReleaseNotes/${HEX}${HEX}`,
    `commit ${HEX}${HEX}01234567`,
    `run ${UUID}`,
  ])("stays: %s", (text) => {
    expect(title(text)).toBe(text);
  });

  it.each([
    'const password = useState("")',
    'SECRET_KEY = env("SECRET_KEY")',
    'token = req.headers["x-token"]',
    "token = await getToken()",
    "password: z.string().min(8)",
    "GITHUB_TOKEN=$GITHUB_TOKEN",
    made("password: $", "{DB_PASSWORD}"),
    "password=<password>",
    "API_KEY=your_api_key_here",
    "api_key=None",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer {{token}}",
  ])("stays, as the name of a value: %s", (text) => {
    expect(title(text)).toBe(text);
  });

  it("stays, as a path that ends in a hash and is as long as a key", () => {
    const address = `https://gist.example.com/ana/${HEX}${HEX}`;
    expect(url(address)).toBe(address);
  });

  it.each([
    "https://react.dev/reference/react/hooks/useSyncExternalStoreHook",
    "https://x.example/callback/AuthorizationCodeFlow",
    "https://x.example/tokens/DesignTokensColorPalette",
    "https://x.example/password/ResetPasswordController",
  ])("stays, of words written together: %s", (address) => {
    expect(url(address)).toBe(address);
  });
});
