import { describe, expect, it } from "vitest";
import { redact } from "@/lib/tracker/redaction/rules";
import { HEX, LETTERS, made, NOTHING, title, UUID, url } from "@/tests/support/captured";

describe("secrets that their issuers mark", () => {
  it.each([
    ["GitLab's mail", made("gl", "imt-", LETTERS)],
    ["GitLab's agents", made("gl", "agent-", LETTERS)],
    ["Atlassian's cloud", made("ATC", "TT3", LETTERS)],
    ["Bitbucket", made("AT", "BB", LETTERS)],
    ["Airtable", made("pat", "AbCdEfGhIjKlMn", ".", HEX, HEX, HEX, HEX)],
    ["HubSpot", made("pat-na1", "-", UUID)],
    ["Twilio", made("S", "K", HEX, HEX)],
    ["Mailgun", made("key", "-", HEX, HEX)],
    ["Mailchimp", made(HEX, HEX, "-us", "12")],
    ["New Relic", made("NR", "AK-", "ABCDEFGHIJKLMNOPQRSTUVWXYZ1")],
    ["Sentry's organisations", made("sntr", "ys_", "eyJpYXQiOjE2ODcyOTg1NzYuMTIzfQ==_abcdef")],
    ["Sentry's people", made("sntr", "yu_", HEX, HEX, HEX, HEX)],
    ["Postman", made("PM", "AK-", HEX, "01234567-", HEX, HEX, "01")],
    ["Linear's apps", made("lin_", "oauth_", HEX, HEX)],
    ["Supabase", made("sb", "p_", HEX, HEX, "01234567")],
    ["Heroku", made("HR", "KU-", UUID)],
    ["Vault of old", made("s", ".", LETTERS.slice(0, 24))],
    ["Vault's batches", made("hv", "b.", "AAAAAQ", LETTERS)],
    ["Pulumi", made("pul", "-", HEX, HEX, "01234567")],
    ["RubyGems", made("ruby", "gems_", HEX, HEX, HEX)],
    ["NuGet", made("oy", "2", "abcdefghijklmnop1234567890abcdefghijklmnopq")],
    ["Square", made("sq", "0atp-", "aB3dE5gH7jK9mN1pQ2rS4t")],
    ["Braintree", made("access_", "token$production$abcdefghij123456$", HEX, HEX)],
    ["Tailscale", made("ts", "key-auth-", LETTERS)],
    ["Discord's bots", made("MTk4NjIyNDgzNDcxOTI1MjQ4", ".Cl2FMQ.", "ZnCjm1XVW7vRze4b7Cq4se7kKWs")],
    ["Google's refresh", made("1/", "/0g", "abcdefghijKLMNOP-1234567890_abcdefgh")],
    ["LaunchDarkly", made("sd", "k-", UUID)],
    ["Plaid", made("access", "-sandbox-", UUID)],
    ["Shippo", made("shippo", "_live_", HEX, HEX, "01234567")],
    ["Buildkite", made("bk", "ua_", HEX, HEX, "01234567")],
    ["Sourcegraph", made("sg", "p_", HEX, HEX, "01234567")],
    ["Sourcegraph's own servers", made("sg", "p_local_", HEX, HEX, "01234567")],
    ["Alibaba", made("LT", "AI5t", LETTERS.slice(0, 18))],
    ["Nostr", made("nsec", "1", "vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5")],
    ["Cloudflare's origins", made("v1", ".0-", HEX, "01234567-", HEX, HEX, HEX)],
    ["Twitch's chat", made("oauth", ":", "k3v9qz7m2x8w4p6t1r5y0u2i4o6a8s")],
    ["Asana", made("1/", "1201234567890123:", HEX, HEX)],
    ["a vault of passwords", made("A3", "-ASWWYB-798JRY-LJVD4-23DC2-86TVM-H43EB")],
    ["ElevenLabs", made("s", "k_", HEX, HEX, HEX)],
    ["Langfuse", made("s", "k-lf-", UUID)],
    ["Firecrawl", made("f", "c-", HEX, HEX)],
    ["Entra", made("aB3", "8Q", "~", LETTERS, "-_.")],
    ["Azure DevOps", made(LETTERS, LETTERS, "aB3dE5gH7jK9", "AZ", "DO", "ab12")],
    ["Bedrock", made("AB", "SK", LETTERS, LETTERS)],
    ["Sonar", made("sq", "p_", HEX, HEX, "01234567")],
    ["Shopify's partners", made("at", "kn_", HEX, HEX, HEX, HEX)],
    ["WooCommerce", made("c", "s_", HEX, HEX, "01234567")],
    ["Figma", made("fi", "gd_", "aB3dE5gH-7jK9mN1p_Q2rS4tU6vW8xY0zA12")],
    ["Axiom", made("xa", "at-", UUID)],
    ["Mailgun of now", made(HEX, HEX, "-01234567-", "89abcdef")],
    ["PlanetScale", made("psc", "ale_tkn_", "aB3dE5gH-7jK9mN1p_Q2rS4tU6vW8xY0zA12")],
    ["OpenShift", made("sha", "256~", "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zAb-D3fG5hJ_1")],
    ["RapidAPI", made("0123456789", "msh", "0123456789abcde", "p1", "abcdef", "jsn", "0123456789ab")],
    ["Windows", made("VK7JG", "-NPHTM", "-C97JM", "-9MPGT", "-3V66T")],
    ["BitLocker", made("123456-234567-345678-456789", "-567890-678901-789012-890123")],
    ["bcrypt", made("$2", "b$12$", LETTERS, "aB3dE5gH7jK9mN1pQ2rS4")],
    ["Stripe's organisations", made("sk_", "org_live_", LETTERS)],
    ["Razorpay", made("rzp", "_live_", "aB3dE5gH7jK9mN")],
    ["Infisical", made("st", ".", HEX, "01234567.", HEX, HEX, ".", HEX, HEX)],
    ["Google's storage", made("GO", "OG1E", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGHIJKLMNOPQRSTUVWX")],
    ["Backblaze", made("K0", "05", "aB3dE5gH7jK9mN1pQ2rS4tU6vW8")],
    ["Unkey", made("unk", "ey_", "aB3dE5gH7jK9mN1pQ2rS4t")],
    ["ImageKit", made("priv", "ate_", "aB3dE5gH/jK9mN1pQ2+S4tU6vW8=")],
    ["Ghost", made(HEX, "01234567:", HEX, HEX, HEX, HEX)],
    [
      "Adyen, by itself",
      made("AQ", "EyhmfxLI/vahBDw0m/n3Q5qf3VaY9UCJ14XWZE03G/k2NFitRvbe4/XqH1eHaH2AksaEGVh0=="),
    ],
    ["somebody who says that it is a key", made("acme_", "pat_", HEX, HEX)],
    ["somebody we never heard of", made("acme_", LETTERS.slice(0, 26))],
    ["AWS, by itself", made("wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYEXAMPLEKEY")],
  ])("masks one of %s", (_issuer, secret) => {
    for (const text of [secret, `curl -H x:${secret} – Terminal`, `"${secret}"`]) {
      expect(title(text)).not.toContain(secret.slice(-12));
    }
  });

  it.each([
    ["Teams", `https://acme.webhook.office.com/webhookb2/${UUID}@${UUID}/IncomingWebhook/${HEX}${HEX}/x`],
    ["Zapier", `https://hooks.zapier.com/hooks/catch/123456/${HEX}`],
    ["a new password", `https://shop.example/reset-password/${HEX}${HEX}`],
    ["single sign-on", `https://shop.example/sso/${HEX}${HEX}`],
    ["a download", `https://shop.example/download/token/${HEX}${HEX}`],
    ["a sign-in", `https://shop.example/login/${LETTERS.slice(0, 22)}`],
    ["a table that was shared", `https://here.example/t/aB3dE5gH7jK9mN1pQ2rS-4tU6vW8xY0zAb_cD1eF2gH3`],
    ["an invitation", `https://shop.example/invite/${LETTERS.slice(0, 22)}`],
  ])("masks a link of %s, which is a key itself", (_whose, link) => {
    const secret = /[0-9A-Za-z]{16,}/.exec(link)?.[0] ?? "";
    expect(secret).not.toBe("");
    expect(title(link)).not.toContain(secret);
    expect(url(link)).not.toContain(secret);
  });
});

describe("secrets that a name gives away", () => {
  it.each([
    ["a connection to Service Bus", "Endpoint=sb://a.example/;SharedAccessKey=Hunter22=", "Hunter22"],
    ["a connection to SQL Server", "Server=db;Uid=sa;Pwd = hunter ;", "Pwd = hunter"],
    ["a signature", "sig=hunter%2B22&se=2026", "hunter"],
    ["Oracle's thin client", "jdbc:oracle:thin:scott/tiger7@//db:1521/x", "tiger7"],
    ["SQL*Plus", "sqlplus scott/tiger@db", "tiger"],
    ["an address without a scheme", "localhost:3000/callback?code=4/0AX4XfWh&state=xyz - Chrome", "0AX4XfWh"],
    ["a path that is asked for", "GET /reset?t=hunter22 - Insomnia", "hunter22"],
    ["a fragment", "app.example/#/session=hunter22", "hunter22"],
    ["a short bearer", "Authorization: Bearer abc123", "abc123"],
    ["a bearer without digits", "Authorization: Bearer abcdefghijklmnopqrstuvwxyz", "abcdefgh"],
    ["whatever scheme", made("Authorization: Genie", "Key ", UUID), UUID],
    ["basic credentials", `curl -H "Authorization: Basic dXNlcjpwYXNz"`, "dXNlcjpw"],
    ["a signed request", "Authorization: AWS4-HMAC-SHA256 Credential=a, Signature=hunter", "hunter"],
    ["a proxy's bearer", "Proxy-Authorization: Bearer abc123", "abc123"],
    ["cookies", "Cookie: theme=dark; sid=s%3Ahunter.xyz", "hunter"],
    ["a cookie that is set", "Set-Cookie: PHPSESSID=hunter22; Path=/", "hunter22"],
    ["a session of Express", "connect.sid=s%3Ahunter22", "hunter22"],
    ["a user of Git without a password", "git clone https://hunter22@github.com/a/b", "hunter22"],
    ["a user and password before a host", "ana:hunter22@db.example:5432/shop", "hunter22"],
    ["the same for whatever scheme", "//ana:hunter22@db.example/a", "hunter22"],
    ["an encoded query", "https://shop.example/a%3Ftoken%3Dhunter22%26b", "hunter22"],
    ["another one", "https://shop.example/a%3Fsid%3Dhunter22", "hunter22"],
    ["a note in short", "pw: hunter22", "hunter22"],
    ["a note", "Pass: Hunter22", "Hunter22"],
    ["French", "Mot de passe : Hunter22", "Hunter22"],
    ["Russian", "Пароль: Hunter22", "Hunter22"],
    ["Chinese", "密码：Hunter22", "Hunter22"],
    ["a fullwidth colon", "password：Hunter22", "Hunter22"],
    ["an arrow", "password -> Hunter22", "Hunter22"],
    ["Go", 'password := "hunter"', "hunter"],
    ["a comparison", 'if password == "hunter"', "hunter"],
    ["Ruby", "'password' => 'hunter'", "hunter"],
    ["a call", 'setPassword("hunter")', "hunter"],
    ["markup", "<password>hunter22</password>", "hunter22"],
    ["a key to encrypt with", `ENCRYPTION_KEY=${HEX}`, HEX],
    ["Cloudflare", made("X-Auth", `-Key: ${HEX}${HEX}01234`), HEX],
    ["Cloudflare's page", `Global API Key ${HEX}${HEX}01234`, HEX],
    ["Azure's services", made("Ocp-Apim-Subscription", `-Key: ${HEX}${HEX}`), HEX],
    ["somebody at a code host", "GITEA_PAT=hunter22", "hunter22"],
    ["a scanner", `snyk auth ${UUID}`, UUID],
    ["a key in a setting", "MAPS_KEY=hunter22", "hunter22"],
    ["PuTTY", "Private-Lines: 1 AAAAIHhunter", "AAAAIH"],
    ["7-Zip", "7z x a.7z -phunter2", "hunter2"],
    ["zip", "zip -P hunter2 a.zip b", "hunter2"],
    ["OpenSSL", "openssl enc -aes-256-cbc -k hunter2", "hunter2"],
    ["a share of Windows", "net use Z: \\\\srv\\share /user:acme\\ana Hunter22", "Hunter22"],
    ["Samba", "smbclient //srv/s -U ana%hunter2", "hunter2"],
    ["a remote desktop", "xfreerdp /u:ana /p:hunter2 /v:srv", "hunter2"],
    ["HTTPie", "https -a ana:hunter2 example.com", "hunter2"],
    ["a PIN", "PIN: 4821 - Notes", "4821"],
    ["a code to use once", "OTP: 482113", "482113"],
    ["a code in a mail", "Use 482113 as your Acme security code", "482113"],
    ["a code in German", "Ihr Bestätigungscode lautet 482113", "482113"],
    ["a code in Spanish", "Tu código de verificación es: 482113", "482113"],
    ["a social security number", "SSN 078-05-1120", "078-05-1120"],
    ["one without dashes", "SSN: 078051120", "078051120"],
    ["Netrc", "machine api.example login ana password hunter22", "hunter22"],
    ["a file of Docker's", '"auth": "dXNlcjpodW50ZXIyMg=="', "dXNlcjpo"],
    ["PHP", "define('DB_PASSWORD', 'hunter22');", "hunter22"],
    ["a password file of Postgres", "db.example:5432:shop:ana:hunter22", "hunter22"],
    ["sudo", "echo hunter22 | sudo -S ls", "hunter22"],
    ["htpasswd", "htpasswd -b .htpasswd ana hunter22", "hunter22"],
    ["a network", "WPA2 key: Hunter22!", "Hunter22"],
    ["German, in a sentence", "Das Passwort lautet Hunter22", "Hunter22"],
    ["French, in a sentence", "le mot de passe est Hunter22", "Hunter22"],
    ["Danish", "Adgangskode: Hunter22", "Hunter22"],
    ["Finnish", "Salasana: Hunter22", "Hunter22"],
    ["Czech", "Heslo: Hunter22", "Hunter22"],
    ["Italian", "Parola: Hunter22", "Hunter22"],
    ["Turkish", "Şifre: Hunter22", "Hunter22"],
    ["Greek", "Κωδικός: Hunter22", "Hunter22"],
    ["Arabic", "كلمة المرور: Hunter22", "Hunter22"],
    ["Hebrew", "סיסמה: Hunter22", "Hunter22"],
    ["Hindi", "पासवर्ड: Hunter22", "Hunter22"],
    ["Thai", "รหัสผ่าน: Hunter22", "Hunter22"],
    ["Vietnamese", "Mật khẩu: Hunter22", "Hunter22"],
    ["a code of two factors", "2FA code: 482113", "482113"],
    ["a code in two halves", "482 113 is your login code", "482 113"],
    ["a meeting", "Passcode: 482113", "482113"],
    ["a code to recover by", "Recovery code: 4821-9921-aa22", "9921"],
    ["the second of many", "Backup codes: 12345678 87654321", "87654321"],
    ["a code of letters", "Steam Guard code: K7Q2M", "K7Q2M"],
    ["the back of a card", "CVV: 737", "737"],
    ["an account in lower case", "de89370400440532013000", "0532013"],
    ["a card with dots", "4111.1111.1111.1111", "1111"],
    ["Italian, in a sentence", "la password è Hunter22", "Hunter22"],
    ["Portuguese, in a sentence", "A senha é Hunter22", "Hunter22"],
    ["Polish, in a sentence", "hasło to Hunter22", "Hunter22"],
    ["Japanese, in a sentence", "パスワードはHunter22", "Hunter22"],
    ["Chinese, in a sentence", "密码是Hunter22", "Hunter22"],
    ["Korean, in a sentence", "비밀번호는 Hunter22", "Hunter22"],
    ["Spanish, without its accent", "contrasena: Hunter22", "Hunter22"],
    ["a router", "WLAN-Schlüssel: 12345678901234567890", "12345678901234567890"],
    ["a page that shows one", `API key ${HEX}${HEX} | Dashboard`, HEX],
    ["a wallet's key", `private key 0x${HEX}${HEX}${HEX}${HEX}`, HEX],
    ["a wallet", `Seed phrase: ${"legal winner thank year ".repeat(3)}`, "winner"],
    ["a device of Google's", "App password: abcd efgh ijkl mnop", "efgh"],
    ["an app of WordPress", "Application password: abcd EFGH 1234 ijkl MNOP 5678", "ijkl"],
    ["a device in German", "App-Passwort: abcd efgh ijkl mnop", "ijkl"],
    ["a code with the sender's name", "Your Acme code is 482113", "482113"],
    ["a code in Polish", "Kod weryfikacyjny: 482113", "482113"],
    ["a code in Swedish", "Din verifieringskod är 482113", "482113"],
    ["a mail server, without a digit", "SMTP_PASS=hunter", "hunter"],
    ["a database's user", "ALTER USER app WITH PASSWORD 'hunter'", "hunter"],
    ["Kubernetes", "kubectl create secret generic db --from-literal=a=hunter", "hunter"],
    ["a key with a passphrase", "openssl rsa -in k -passin pass:hunter", "hunter"],
    ["PowerShell", 'ConvertTo-SecureString "hunter" -AsPlainText', "hunter"],
    ["a user of Windows", "net user ana Hunter22 /add", "Hunter22"],
    ["a keychain", "security unlock-keychain -p hunter login.keychain", "hunter"],
    ["a calendar", `https://a.example/ical/ana/private-${HEX}${HEX}/basic.ics`, HEX],
    ["a card with spaces that keep together", "4111\u00a01111\u00a01111\u00a01111", "1111"],
  ])("masks that of %s", (_name, text, secret) => {
    expect(title(text)).not.toContain(secret);
    expect(title(`${text} – and more`)).not.toContain(secret);
  });
});

it.each([
  ["an address", `https://shop.example/reset-password/${HEX}${HEX}`],
  ["an address without a secret in it", "https://shop.example/basket"],
  ["a token with a slash", made("1/", "/0g", "abcdefghijKLMNOP-1234567890_abcdefgh")],
  ["a quoted one", `"${made("1/", "/0g", "abcdefghijKLMNOP-1234567890_abcdefgh")}"`],
])("takes for no program what somebody pasted as a command: %s", (_name, lastCommand) => {
  expect(redact({ ...NOTHING, lastCommand }).lastCommand).toBeNull();
});

describe("home folders in titles", () => {
  it.each([
    ["vscode://file/Users/ana/a.ts", "vscode://file~/a.ts"],
    ["vscode-remote://ssh-remote+box/home/ana/a.ts", "vscode-remote://ssh-remote+box~/a.ts"],
    ['{"cwd": "C:\\\\Users\\\\ana\\\\src"}', '{"cwd": "~\\\\src"}'],
    ["open %2Fhome%2Fana%2Fsrc", "open ~%2Fsrc"],
    ["open C%3A%5CUsers%5Cana%20berg%5Csrc", "open ~%5Csrc"],
  ])("%s → %s", (given, kept) => {
    expect(title(given)).toBe(kept);
  });

  it("that an address hands on are none of its path's either", () => {
    expect(url("http://localhost:8080/open/%2Fhome%2Fana%2Fsrc?x")).toBe(
      "http://localhost:8080/open/~%2Fsrc",
    );
    expect(url("https://api.example/users/ana")).toBe("https://api.example/users/ana");
  });
});

it.each([
  ["C:\\Users\\ana\\AppData\\Local\\slack\\slack.exe", "~\\AppData\\Local\\slack\\slack.exe"],
  ["/home/ana/.local/bin/kitty", "~/.local/bin/kitty"],
  ["/Users/ana/Applications/Diary.app/Contents/MacOS/Diary", "~/Applications/Diary.app/Contents/MacOS/Diary"],
  ["/usr/bin/kitty", "/usr/bin/kitty"],
])("an app that is named by its path loses the home folder too: %s", (app, kept) => {
  const named = { appName: app, bundleId: app, callApp: app };
  const expected = { appName: kept, bundleId: kept, callApp: kept };
  expect(redact({ ...NOTHING, ...named })).toMatchObject(expected);
  expect(redact({ ...NOTHING, ...named }, undefined, true)).toMatchObject({ ...expected, isPrivate: true });
});

const CHOSEN = made("Tr0ub", "4dor!x");

describe("secrets as people and programs write them", () => {
  it.each([
    `Your password is: ${CHOSEN}`,
    `password was changed to ${CHOSEN}`,
    `The new password is now ${CHOSEN}`,
    `password → ${CHOSEN}`,
    `“password”: “${CHOSEN}”`,
    `\`password\`: \`${CHOSEN}\``,
    `**Password:** ${CHOSEN}`,
    `{\\"password\\":\\"${CHOSEN}\\"}`,
    `password%3A%20${CHOSEN}`,
    `next=https%3A%2F%2Fbob%3A${CHOSEN}%40host.example`,
    `ansible_ssh_pass: ${CHOSEN}`,
    `pw is ${CHOSEN}`,
    `echo ${CHOSEN} | docker login --password-stdin`,
    `echo bob:${CHOSEN} | chpasswd`,
    `echo '${CHOSEN}' | gh auth login --with-token`,
    `printf ${CHOSEN} | sudo -S ls`,
    `sqlcmd -S db -U sa -P ${CHOSEN}`,
    `cqlsh db -u ada -p ${CHOSEN}`,
    `plink -pw ${CHOSEN} host`,
    `ldapsearch -D cn=ada -w ${CHOSEN}`,
    `keytool -list -storepass ${CHOSEN}`,
    `lftp -u bob,${CHOSEN} host`,
    `WIFI:T:WPA;S:Home;P:${CHOSEN};;`,
    `psk="${CHOSEN}"`,
  ])("are masked: %s", (text) => {
    expect(title(text)).not.toContain(CHOSEN);
  });

  it.each(["TOTP: 482913", "2FA: 482913", "Use 482913 to sign in"])("codes are masked: %s", (text) => {
    expect(title(text)).not.toContain("482913");
  });

  it("masks a JWT whose dots are encoded, and a bot's token in an address", () => {
    expect(title(made("t=eyJ", "hbGciOiJI%2EeyJzdWIiOiIx%2Ec2lnbmF0dXJl"))).not.toContain("eyJzdWIiOiIx");
    expect(url(made("https://api.telegram.org/bot", "123456789:AA", LETTERS, "a/getMe"))).not.toContain(
      LETTERS,
    );
  });
});
