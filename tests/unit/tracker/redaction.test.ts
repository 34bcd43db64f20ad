import { describe, expect, it } from "vitest";
import { type Captured, compileRules, redact } from "@/lib/tracker/redaction/rules";
import { RedactionRule } from "@/lib/tracker/redaction/schema";
import { MASK } from "@/lib/tracker/redaction/secret-rules";
import { NOTHING } from "@/tests/support/captured";
import { processorMs } from "@/tests/support/processor-time";

const CHROME = { appName: "Google Chrome", bundleId: "com.google.Chrome" };

/** Reading 32,000 characters takes a few; going over them again from each takes hundreds. */
const SLOW_MS = 150;

function redacted(given: Partial<Captured>) {
  return redact({ ...NOTHING, ...given });
}

const title = (windowTitle: string) => redacted({ windowTitle }).windowTitle;
const url = (given: string) => redacted({ ...CHROME, url: given }).url;
const command = (lastCommand: string) => redacted({ lastCommand }).lastCommand;
const path = (filePath: string) => redacted({ filePath }).filePath;

/** Made up, put together here so that no scanner of sources takes them for real. */
const made = (...parts: string[]) => parts.join("");
const LETTERS = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA";

const SECRETS: [name: string, text: string, secret: string][] = [
  ["a key of AWS", `aws configure ${made("AKIA", "IOSFODNN7EXAMPLE")}`, "IOSFODNN7EXAMPLE"],
  ["AWS's secret in a variable", "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "wJalrXUtnFEMI"],
  ["a token of GitHub", made("gh", "p_", LETTERS, "abcd"), LETTERS],
  ["a fine-grained one", made("github", "_pat_11AAAAAAA0", LETTERS), LETTERS],
  ["a token of GitLab", made("gl", "pat-", "x1y2z3a4b5c6d7e8f9g0"), "x1y2z3a4b5c6d7e8f9g0"],
  ["a token of Slack", made("xox", "b-1234567890-abcdefABCDEF"), "1234567890-abcdefABCDEF"],
  [
    "a hook of Slack",
    made("https://hooks.slack.com/ser", "vices/T00000000/B00000000/abcdefghijkl"),
    "abcdefghijkl",
  ],
  [
    "a hook of Discord",
    "https://discord.com/api/webhooks/123456789/abcdefghijklmnopqrstuvwx",
    "abcdefghijkl",
  ],
  ["a JWT", made("eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NTY3ODkwIn0", ".dBjftJeZ4CVP"), "eyJzdWIi"],
  ["a key of Stripe", made("sk_", "live_", "4eC39HqLyjWDarjtT1zdp7dc"), "4eC39HqLyjWDarjtT1zdp7dc"],
  ["a secret of webhooks", made("whsec_", "C2FVsBQIhrscChlQIMV8Lk"), "C2FVsBQIhrscChlQIMV8Lk"],
  ["a key for a model", made("sk-", "ant-api03-", LETTERS), LETTERS],
  ["another one", made("sk-", "proj-", LETTERS), LETTERS],
  ["a key of Google", made("AIza", "SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY"), "SyD-9tSrke72"],
  ["a token of npm", made("npm_", LETTERS, "abcd"), LETTERS],
  ["a token of PyPI", made("pypi-", "AgEIcHlwaS5vcmcCJ", LETTERS), "AgEIcHlwaS5vcmcCJ"],
  ["a token of Hugging Face", made("hf_", LETTERS), LETTERS],
  [
    "a key of SendGrid",
    made("SG.", "ngeVfQFYQlKU0ufo8x5d1A", ".TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc"),
    "ngeVfQ",
  ],
  ["a token of Shopify", made("shpat_", "0123456789abcdef0123456789abcdef"), "0123456789abcdef"],
  ["a token of a bot", made("123456789", ":AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1"), "AAHdqTcv"],
  ["a token of ours", made("svc_", LETTERS, LETTERS), LETTERS],
  ["a private key", "-----BEGIN RSA PRIVATE KEY----- MIIEpAIBAAKCAQEA", "MIIEpAIB"],
  ["an OpenSSH key", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk", "b3BlbnNz"],
  ["a password as an option", "psql --password hunter2 -h db", "hunter2"],
  ["a password behind an equals sign", "tool --password=hunter2", "hunter2"],
  ["a password in quotes", 'tool --password "correct horse"', "correct horse"],
  ["a secret as an option", "vault --client-secret abcdef", "abcdef"],
  ["PGPASSWORD", "PGPASSWORD=hunter2 psql -h db", "hunter2"],
  ["an exported token", "export GH_TOKEN=abcdefgh", "abcdefgh"],
  ["a password in JSON", '{"user": "ana", "password": "hunter2"}', "hunter2"],
  ["a key in YAML", "api_key: 9f8e7d6c5b", "9f8e7d6c5b"],
  ["a password that somebody wrote down", "Password: Tr0ub4dor – Notes", "Tr0ub4dor"],
  ["one that somebody told", "the password is Tr0ub4dor&3", "Tr0ub4dor"],
  ["a session in a path", "/app;jsessionid=1A2B3C4D", "1A2B3C4D"],
  ["a bearer", "Authorization: Bearer abcdef123456ghijkl", "abcdef123456ghijkl"],
  ["basic credentials", "Authorization: Basic YW5hOmh1bnRlcjI9", "YW5hOmh1bnRlcjI9"],
  ["a password of MySQL", "mysql -u root -phunter2 shop", "hunter2"],
  ["a password of sshpass", "sshpass -p hunter2 ssh web", "hunter2"],
  ["a login of a registry", "docker login -u ana -p hunter2", "hunter2"],
  ["a password of curl", "curl -u ana:hunter2 https://example.com", "hunter2"],
  ["a password in an address", "psql postgres://ana:hunter2@db.example/shop", "hunter2"],
  ["one with signs in it", "psql postgres://ana:hunt:er2@x@db.example/shop", "er2"],
  ["one with a slash in it", "psql postgres://ana:hunt/er2@db.example/shop", "er2"],
  ["one with signs of a query in it", "redis-cli -u rediss://:hu#nt?er2@cache.example:6379/0", "hu"],
  ["one behind two schemes", "jdbc:mysql://ana:hunt/er2@db.example:3306/shop?useSSL=false", "er2"],
  ["a query in an address", "https://example.com/cb?code=SplxlOBe – Chrome", "SplxlOBe"],
  ["a card", "Pay with 4111 1111 1111 1111 now", "1111"],
  ["a card without spaces", "378282246310005", "378282246310005"],
  ["a card with dashes", "5555-5555-5555-4444", "4444"],
  ["a card among digits", "4111 1111 1111 1111 12 29", "4111"],
  ["a bank account", "IBAN DE89 3704 0044 0532 0130 00 of ana", "0532 0130"],
  ["a code to sign in with", "Your verification code is 123456", "123456"],
  ["a code that is only called yours", "Acme: your code is 123456 - Mail", "123456"],
  ["the other way round", "123456 is your Acme login code - Mail", "123456"],
  ["what is random", `Paste ${LETTERS}`, LETTERS],
];

const HARMLESS = [
  "WEB-12 Fix the login – Jira",
  "Token: WEB-12",
  "Password: step 2",
  "Password reset – Acme",
  "Forgot-password page – Figma",
  "Secret: how we did it",
  "feature/WEB-12-token-refresh",
  "dependabot/npm_and_yarn/web-3.1.2",
  "fix/3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "da39a3ee5e6b4b0d3255bfef95601890afd80709",
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "revert-318-da39a3ee",
  "v1.22.333-beta.4",
  "Node 20.20.1 – token: 1.2.3",
  "2024-11-05 09:30:15.123 +05:45",
  "1732342342342",
  "Order 1234567890123456",
  "+49 30 901820 – Call",
  "192.168.100.200:5432",
  "ingest-batch.ts — atlas — Visual Studio Code",
  "Sort out uploads by ada · Pull Request #318 · acme/atlas",
  "general (Channel) - Acme - Slack",
  "AbstractSingletonProxyFactoryBeanBuilderTest.java",
  "a_function_with_a_rather_long_name_in_snake_case.py",
  "Error code: 404",
  "Review your code in 2026",
  "Bearer authentication – MDN",
  "task-tracker-with-a-long-name-and-2-digits",
  "disk-utility-for-linux-and-others-2",
  "日本語のタイトル 🙂 – Ünïcode",
  "docker run -p 8080:80 nginx",
  "ssh -p 2222 web",
];

const TASK_PAGE = "/w/acme/projects/019ab000-0000-7000-8000-0000000000a2";

describe("secrets in texts", () => {
  it.each(SECRETS)("masks %s", (_name, text, secret) => {
    expect(title(text)).not.toContain(secret);
    expect(title(`${text} – and more`)).not.toContain(secret);
  });

  it.each(HARMLESS)("leaves alone: %s", (text) => {
    expect(title(text)).toBe(text);
    expect(redacted({ branch: text }).branch).toBe(text);
  });

  it("keeps what stands around a secret", () => {
    expect(title("psql --password hunter2 -h db")).toBe(`psql --password ${MASK} -h db`);
    expect(title("psql postgres://ana:hunter2@db.example/shop")).toBe(
      `psql postgres://${MASK}@db.example/shop`,
    );
  });

  it("masks them in every text that is kept", () => {
    const secret = made("gh", "p_", LETTERS, "abcd");
    const all = redacted({
      appName: secret,
      bundleId: secret,
      windowTitle: secret,
      filePath: `/src/${secret}/a.ts`,
      repo: `https://${secret}@github.com/acme/web`,
      branch: `fix/${secret}`,
      terminalCwd: `/src/${secret}`,
      lastCommand: secret,
      editorFile: secret,
      url: `https://example.com/${secret}/a`,
      pageTitle: secret,
      callApp: secret,
    });
    expect(JSON.stringify(all)).not.toContain(LETTERS);
  });
});

describe("addresses", () => {
  it.each([
    ["https://shop.example/login?token=SECRET#frag", "https://shop.example/login"],
    ["https://ana:hunter2@example.com/a", "https://example.com/a"],
    ["https://ana:hu@nter2@example.com/a", "https://example.com/a"],
    ["https://ana:hu?nter2@example.com/a", "https://ana"],
    ["https://example.com/@ana/post", "https://example.com/@ana/post"],
    ["https://example.com#token=x", "https://example.com"],
    ["http://localhost:3000/a?b=c", "http://localhost:3000/a"],
    [`https://example.com${TASK_PAGE}?task=12#c`, `https://example.com${TASK_PAGE}?task=12`],
    [`http://localhost:3000${TASK_PAGE}?q=secret&task=12&r=x`, `http://localhost:3000${TASK_PAGE}?task=12`],
    [`https://example.com${TASK_PAGE}?task=12a`, `https://example.com${TASK_PAGE}`],
    [`https://example.com${TASK_PAGE}?q=task=12`, `https://example.com${TASK_PAGE}`],
    [`https://ana:pw@example.com${TASK_PAGE}?task=12`, `https://example.com${TASK_PAGE}`],
    ["https://example.com/w/a/projects/b?task=12", "https://example.com/w/a/projects/b"],
    ["http://[::1]:3000/a?b", "http://[::1]:3000/a"],
    ["localhost:3000/a?b", "localhost:3000/a"],
    ["example.com/a?b", "example.com/a"],
    ["file:///Users/ana/taxes.pdf", "file://~/taxes.pdf"],
    ["file:///C:/Users/Ana%20Berg/taxes.pdf", "file://~/taxes.pdf"],
    ["data:text/html,<h1>secret", "data:"],
    ["mailto:ana@example.com", "mailto:"],
    ["javascript:alert(1)", "javascript:"],
    ["about:blank", "about:blank"],
    ["view-source:https://ana:x1@example.com/a?b", "view-source:https://example.com/a"],
    ["chrome-extension://abcdef/popup.html?x", "chrome-extension://abcdef/popup.html"],
    ["", ""],
  ])("%s → %s", (given, kept) => {
    expect(url(given)).toBe(kept);
  });

  it("follows no addresses in addresses, however many a client sends", () => {
    const nested = "file://".repeat(4_000);
    expect(url(nested)).toContain("file://");
    expect(path(nested)).toContain("file://");
  });

  it.each([
    ["acme/web", "acme/web"],
    ["git@github.com:acme/web.git", "git@github.com:acme/web.git"],
    ["https://ana:hunter2@github.com/acme/web.git", "https://github.com/acme/web.git"],
    ["/Users/ana/src/web", "~/src/web"],
  ])("of a remote: %s → %s", (repo, kept) => {
    expect(redacted({ repo }).repo).toBe(kept);
  });
});

describe("commands", () => {
  it.each([
    ["npm test", "npm"],
    ["export AWS_SECRET_ACCESS_KEY=abc123", "export"],
    ["PGPASSWORD=hunter2 psql -h db", "psql"],
    ["A='x y' B=\"z\" C=1 make all", "make"],
    ["PGPASSWORD=hunter2", null],
    ["/Users/ana/bin/deploy --password x", "deploy"],
    ['"C:\\Program Files\\Git\\git.exe" push', "git.exe"],
    ["ls;cat x", null],
    ["ls; cat x", "ls"],
    ["c++ a.cc", "c++"],
    ["hunter2!", null],
    ["$(cat secret)", null],
    ["  ", null],
    ["", null],
  ])("%s → %s", (given, kept) => {
    expect(command(given)).toBe(kept);
  });
});

describe("home folders", () => {
  it.each([
    ["/Users/ana/src/a.ts", "~/src/a.ts"],
    ["/Users/Ana Berg/src/a.ts", "~/src/a.ts"],
    ["/System/Volumes/Data/Users/ana/a", "~/a"],
    ["/home/ana/src/a.ts", "~/src/a.ts"],
    ["/var/home/ana/a", "~/a"],
    ["/home/ana", "~"],
    ["C:\\Users\\ana\\src\\a.ts", "~\\src\\a.ts"],
    ["c:/Users/ana/src/a.ts", "~/src/a.ts"],
    ["\\\\?\\C:\\Users\\ana\\a", "~\\a"],
    ["/mnt/c/Users/ana/a", "~/a"],
    ["/c/Users/ana/a", "~/a"],
    ["/Users/Shared/a", "/Users/Shared/a"],
    ["C:\\Users\\Public\\a", "C:\\Users\\Public\\a"],
    ["/src/home/a.ts", "/src/home/a.ts"],
    ["src/Users/list.tsx", "src/Users/list.tsx"],
    ["~/src/a.ts", "~/src/a.ts"],
    ["/Volumes/Old Mac/Users/ana/a", "~/a"],
    ["\\\\wsl$\\Ubuntu\\home\\ana\\a", "~\\a"],
    ["//wsl.localhost/Ubuntu/home/ana/a", "~/a"],
    ["\\\\server\\Users\\ana\\a", "~\\a"],
    ["\\\\server\\c$\\Users\\ana\\a", "~\\a"],
    ["\\\\server\\build\\a", "\\\\server\\build\\a"],
    ["file:///Users/ana/src/a.ts", "file://~/src/a.ts"],
    ["file://wsl.localhost/Ubuntu/home/ana/a.ts", "file://~/a.ts"],
    ["file://localhost/Users/ana/a.ts", "file://localhost~/a.ts"],
    ["file:/Users/ana/a.ts", "file:~/a.ts"],
    ["git:/Users/ana/src/a.ts?ref", "git:~/src/a.ts"],
    ["jar:file:///Users/ana/a.jar!/b", "jar:file://~/a.jar!/b"],
    ["file:///c%3A/Users/ana/src/a.ts", "file://~/src/a.ts"],
    ["vscode-remote://ssh-remote+box/home/ana/src/a.ts", "vscode-remote://ssh-remote+box~/src/a.ts"],
    ["sftp://ana:hunter2@box/home/ana/a.ts?x", "sftp://box~/a.ts"],
    ["untitled:Untitled-1", "untitled:Untitled-1"],
  ])("%s → %s", (given, kept) => {
    expect(path(given)).toBe(kept);
    expect(redacted({ terminalCwd: given, editorFile: given })).toMatchObject({
      terminalCwd: kept,
      editorFile: kept,
    });
  });

  it.each([
    ["ana@laptop: /home/ana/src", "ana@laptop: ~/src"],
    ["vim /Users/ana/a.ts and /Users/ana/b.ts", "vim ~/a.ts and ~/b.ts"],
    ["C:\\Users\\ana\\a.txt - Notepad", "~\\a.txt - Notepad"],
    ["file:///Users/ana/a.html - Safari", "file://~/a.html - Safari"],
    ["https://api.example/users/ana - Docs", "https://api.example/users/ana - Docs"],
    ["https://shop.example/home/garden – Shop", "https://shop.example/home/garden – Shop"],
  ])("in a title: %s → %s", (given, kept) => {
    expect(title(given)).toBe(kept);
  });
});

describe("private activity", () => {
  it.each<[string, Partial<Captured>]>([
    ["a bank", { ...CHROME, url: "https://www.chase.com/accounts/1", pageTitle: "My balance" }],
    [
      "a vault in a browser",
      { ...CHROME, url: "https://vault.bitwarden.com/#/vault", windowTitle: "GitHub | Vault" },
    ],
    [
      "a page to sign in",
      { ...CHROME, url: "https://accounts.google.com/signin/v2", pageTitle: "ana@example.com" },
    ],
    [
      "a password manager",
      { appName: "1Password", bundleId: "com.1password.1password", windowTitle: "Bank" },
    ],
    ["one on Windows", { appName: "KeePass.exe", bundleId: "KeePass.exe", windowTitle: "ana.kdbx" }],
    ["a browser of private windows alone", { appName: "Tor Browser", windowTitle: "Symptoms" }],
    ["banking without an address", { ...CHROME, windowTitle: "Online Banking - Google Chrome" }],
    [
      "a private window",
      { appName: "Firefox", bundleId: "firefox", windowTitle: "Symptoms — Mozilla Firefox Private Browsing" },
    ],
    ["another one", { appName: "Microsoft Edge", bundleId: "msedge", windowTitle: "Symptoms - [InPrivate]" }],
    ...[
      "Symptoms und 2 weitere Seiten - [InPrivate] - Microsoft\u200b Edge",
      "Symptoms - Google Chrome (Incognito) - Ana",
      "Symptome – Mozilla Firefox Privater Modus",
      "Symptome - Google Chrome (Inkognito)",
      "Symptômes — Mozilla Firefox Navigation privée",
      "Symptômes - Google Chrome (navigation prive\u0301e)",
      "Síntomas — Navegación privada",
      "Sintomas — Mozilla Firefox (Navegação privativa)",
      "Sintomi – Mozilla Firefox Navigazione anonima",
      "症状 — Mozilla Firefox プライベートブラウジング",
      "症状 - Google Chrome (シークレット)",
      "症状 — Mozilla Firefox 隐私浏览",
      "Симптомы — Mozilla Firefox — Приватный просмотр",
      "Symptoms - Brave (Private)",
      "Symptoms — Tor Browser",
      "Symptoms - Mullvad Browser",
    ].map((windowTitle): [string, Partial<Captured>] => [
      `"${windowTitle}"`,
      { appName: "Firefox", bundleId: "firefox.exe", windowTitle },
    ]),
  ])("of %s only the app is kept", (_name, given) => {
    const { appName, bundleId } = { ...NOTHING, ...given };
    const kept = redacted({ ...given, filePath: "/a", branch: "b", lastCommand: "c", callApp: "zoom" });
    const nothing = Object.fromEntries(Object.keys(NOTHING).map((key) => [key, null]));
    expect(kept).toEqual({ ...nothing, appName, bundleId, callApp: "zoom", isPrivate: true });
  });

  it.each([
    ["acme.example", "https://acme.example./private"],
    ["acme.example", "https://www.acme.example../private"],
    ["Acme.Example.", "https://shop.acme.example/private"],
    ["bücher.example", "https://bücher.example/private"],
    ["Bücher.example", "https://xn--bcher-kva.example/private"],
    ["intranet", "http://intranet/private"],
  ])("keeps nothing of a page on the host %s: %s", (value, url) => {
    const rule = RedactionRule.parse({ kind: "host", value });
    const found = redact({ ...NOTHING, ...CHROME, windowTitle: "Private", url }, compileRules([rule]));
    expect(found).toMatchObject({ isPrivate: true, windowTitle: null, url: null });
  });

  it.each([
    ["WeChat", "WeChat.exe"],
    ["wechat.exe", "C:\\Program Files\\Tencent\\WeChat\\WeChat.exe"],
    ["WeChat", "/Applications/WeChat.app/Contents/MacOS/WeChat"],
    ["com.tencent.xinWeChat", "com.tencent.xinwechat"],
    ["B\u00fcro", "Bu\u0308ro"],
  ])("a rule for the app %j hides it where its id is %j and its name another", (value, bundleId) => {
    const rules = compileRules([{ kind: "app", value }]);
    const given = { ...NOTHING, appName: "\u5fae\u4fe1", bundleId, windowTitle: "Mum" };
    expect(redact(given, rules)).toMatchObject({ windowTitle: null, isPrivate: true });
    expect(redact({ ...given, bundleId: "other.exe" }, rules).isPrivate).toBe(false);
  });

  it.each([
    ["Müller", "Mu\u0308ller"],
    ["Mu\u0308ller", "MÜLLER"],
    ["Müller", "M%C3%BCller"],
    ["Müller", "mu%cc%88LLER"],
    ["Übergabe", "%C3%BCbergabe"],
    ["İş Bankası", "İş Bankası"],
    ["Straße", "STRASSE"],
    ["Project Lynx", "Project%20Lynx"],
    ["Project Lynx", "project+lynx"],
    ["Project Lynx", "Project\u00a0Lynx"],
    ["Project  Lynx", "Project Lynx"],
    ["Q&A (new)", "q%26a%20%28new%29"],
    ["C:\\Lynx", "c:\\lynx"],
  ])("a rule for the text %j masks %j", (value, written) => {
    const rules = compileRules([RedactionRule.parse({ kind: "text", value })]);
    const url = `https://wiki.example/${written}`;
    const kept = redact(
      { ...NOTHING, ...CHROME, windowTitle: `a ${written} b`, branch: written, url },
      rules,
    );
    expect([kept.windowTitle, kept.branch]).toEqual(["a [redacted] b", "[redacted]"]);
    expect(kept.url).toBe("https://wiki.example/[redacted]");
  });

  it("a rule for a text masks no other", () => {
    const values = ["Müller", "a.c", "Project Lynx", "50%"];
    const rules = compileRules(values.map((value) => ({ kind: "text", value })));
    const windowTitle = "Muller abc ProjectLynx 501";
    expect(redact({ ...NOTHING, ...CHROME, windowTitle }, rules).windowTitle).toBe(windowTitle);
  });

  it.each([
    "Private - Mozilla Firefox",
    "Navigation privée : mode d'emploi - Mozilla Firefox",
    "How InPrivate works - Microsoft Edge",
    "The incognito problem - Google Chrome",
    "Download Tor Browser - Mozilla Firefox",
    "Download Tor Browser",
  ])("is not what a page's title %j is about", (windowTitle) => {
    expect(redacted({ ...NOTHING, appName: "Firefox", bundleId: "firefox.exe", windowTitle }).isPrivate).toBe(
      false,
    );
  });

  it("of others everything stays", () => {
    const given = {
      ...NOTHING,
      ...CHROME,
      url: "https://github.com/acme",
      pageTitle: "Online Banking · acme",
    };
    expect(redact(given)).toEqual({ ...given, isPrivate: false });
    const code = { ...NOTHING, appName: "Code", bundleId: "com.microsoft.VSCode" };
    const project = { ...code, windowTitle: "vault.ts — Bitwarden — Visual Studio Code" };
    expect(redact(project)).toEqual({ ...project, isPrivate: false });
  });
});

it("redacting twice changes nothing more", () => {
  const fields = ["windowTitle", "filePath", "repo", "branch", "lastCommand", "url", "callApp"];
  for (const given of [...SECRETS.map(([, text]) => text), ...HARMLESS, "/Users/ana/a", "C:\\Users\\ana"]) {
    const once = redacted(Object.fromEntries(fields.map((field) => [field, given])));
    expect(redact(once)).toEqual(once);
  }
});

/** The fastest of three, in ms of processor time. */
function fastest(work: () => void): number {
  return Math.min(...[1, 2, 3].map(() => processorMs(work)));
}

it("takes time in proportion to a text's length, whatever the text", () => {
  const fields = Object.keys(NOTHING) as (keyof Captured)[];
  const fills = [
    " ",
    "/",
    ";",
    "(",
    " (",
    "[",
    " [",
    "-",
    "-eyJ",
    "SG.",
    "://",
    "a.",
    "a:",
    "a/",
    "a-",
    "=",
    '"',
    "a=' ",
    "-sk-a",
  ];
  const slow = fields.flatMap((field) =>
    fills.flatMap((fill) => {
      const text = (length: number) => `https://a${fill.repeat(length / fill.length)}b!`;
      const bare = (length: number) => text(length).slice("https://".length);
      return [text, bare].flatMap((of) => {
        const msFor = (length: number) => fastest(() => redacted({ [field]: of(length) }));
        const ms = msFor(32_000);
        // On a busy machine everything is slow; what grows with the square of the length takes 64 times as long.
        return ms > SLOW_MS && ms > 24 * msFor(4_000) ? [`${field}: ${fill} ${Math.round(ms)} ms`] : [];
      });
    }),
  );
  expect(slow).toEqual([]);
});
