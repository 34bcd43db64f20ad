import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUILT_IN_LAYER } from "@/lib/tracker/enrichment/built-in-rules";
import { CATEGORIES, categoryLabel } from "@/lib/tracker/enrichment/catalog";
import { type CategoryRule, categorise, compileRules } from "@/lib/tracker/enrichment/category-rules";

type Described = Parameters<typeof categorise>[0];
type Shown = Partial<Described>;

const NOTHING: Described = {
  appName: "Unheard Of",
  bundleId: "",
  windowTitle: null,
  url: null,
  pageTitle: null,
  path: null,
  isPrivate: false,
  inCall: false,
  callApp: null,
  inputEvents: null,
  intervalS: 60,
};
const CHROME = { appName: "Google Chrome", bundleId: "com.google.Chrome" };

function categoryOf(shown: Shown): string {
  return categorise({ ...NOTHING, ...shown }, [BUILT_IN_LAYER]).category;
}

function pageCategory(url: string, windowTitle: string | null = null): string {
  return categoryOf({ ...CHROME, url, windowTitle });
}

describe("web pages", () => {
  it.each([
    ["https://github.com/acme/atlas/pull/12/files", "dev.review"],
    ["https://gitlab.com/acme/group/atlas/-/merge_requests/4", "dev.review"],
    ["https://git.acme.example/a/b/c/d/-/merge_requests/4", "dev.review"],
    ["https://github.com/acme/atlas/issues", "plan.issues"],
    ["https://github.com/acme/atlas", "dev.vcs"],
    ["https://github.com/", "dev.vcs"],
    ["https://www.github.com/acme", "dev.vcs"],
    ["https://GitHub.COM:443/acme/atlas/pull/1", "dev.review"],
    ["https://github.com./acme", "dev.vcs"],
    ["https://fluffy-space-waffle.github.dev/", "dev.code"],
    ["https://acme.atlassian.net/browse/WPS-1", "plan.issues"],
    ["https://acme.atlassian.net/wiki/spaces", "write.docs"],
    ["https://docs.google.com/document/d/1", "write.docs"],
    ["https://docs.google.com/spreadsheets/d/1", "write.sheets"],
    ["https://docs.python.org/3/", "dev.reference"],
    ["https://requests.readthedocs.io/en/latest", "dev.reference"],
    ["https://console.aws.amazon.com/ec2", "dev.ops"],
    ["https://www.amazon.co.uk/dp/1", "personal.shopping"],
    ["https://grafana.acme.example/d/1", "dev.ops"],
    ["http://localhost:3000/x", "dev.local"],
    ["http://127.0.0.1:8080", "dev.local"],
    ["http://[::1]:8080", "dev.local"],
    ["https://acme.zoom.us/j/123", "comm.meeting"],
    ["https://www.youtube.com/watch?v=1", "personal.video"],
    ["https://music.youtube.com/", "personal.music"],
    ["https://claude.ai/chat", "dev.ai"],
    ["http://192.168.1.23:6006/", "dev.local"],
    ["http://10.0.0.5:9000/", "dev.local"],
    ["http://172.31.4.1/", "dev.local"],
    ["http://shop.test/", "dev.local"],
    ["http://docs.localhost:3000/", "dev.local"],
    ["http://nas.local/", "dev.local"],
    ["http://grafana.local/d/1", "dev.ops"],
    ["https://my.1password.com/vaults", "sensitive"],
    ["https://you.23andme.com/", "sensitive"],
    ["https://www.sparkasse-koeln.de/de/home.html", "sensitive"],
    ["https://www.vr-bank-mitte.example/", "sensitive"],
    ["https://www.santander.unheard-of.example/", "sensitive"],
    ["https://www.unheardofbanca.example/", "sensitive"],
    ["https://www.bancounheardof.example/", "sensitive"],
    ["https://www.bankofunheard.example/", "sensitive"],
    ["https://webmail.strato.de/", "comm.mail"],
    ["https://www.strato.de/", "dev.ops"],
    ["https://acme.sharepoint.com/:x:/r/sites/eng/Budget.xlsx", "write.sheets"],
    ["https://acme-my.sharepoint.com/:p:/g/personal/ana/deck", "write.slides"],
    ["https://github.com/acme/atlas/actions/runs/1", "dev.ops"],
    ["https://gitlab.com/acme/group/atlas/-/pipelines/7", "dev.ops"],
    ["https://dev.azure.com/acme/atlas/_build?definitionId=1", "dev.ops"],
    ["https://learn.microsoft.com/en-us/training/modules/", "learn"],
    ["https://learn.microsoft.com/en-us/dotnet/", "dev.reference"],
    ["http://bank-api.localhost:3000/", "dev.local"],
    ["http://pharmacy.test/", "dev.local"],
    ["https://core-banking.acme.internal/", "web.unknown"],
    ["https://www.ukbiobank.ac.uk/", "learn"],
    ["https://www.unheard-of.edu/", "learn"],
    ["https://www.unheard-of.ac.jp/", "learn"],
    ["https://gitlab.unheard-of.ac.uk/", "dev.vcs"],
    ["https://gitlab.unheard-of.edu/", "dev.vcs"],
    ["https://docs.stripe.com/api", "dev.reference"],
    ["https://dashboard.stripe.com/payments", "biz.finance"],
    ["https://gitea.acme.example/acme/atlas/pulls/5", "dev.review"],
    ["https://gitea.acme.example/acme/atlas/issues/5", "plan.issues"],
    ["https://gitea.acme.example/acme/atlas", "dev.vcs"],
    ["https://bitbucket.acme.example/projects/A/repos/atlas/pull-requests/5/overview", "dev.review"],
    ["https://github.acme.example/acme/atlas/pull/5", "dev.review"],
    ["https://www.apotheke-am-markt.example/", "sensitive"],
    ["https://portal.mychart.acme.example/", "sensitive"],
    ["https://www.vr-bankmitte.example/", "sensitive"],
    ["http://vr-bank.localhost:3000/", "dev.local"],
    ["http://jellyfin.home.arpa/web", "personal.video"],
    ["http://nas.home.arpa/", "dev.local"],
    ["https://www.freecodecamp.org/learn/python", "learn"],
    ["https://www.freecodecamp.org/news/python", "dev.reference"],
    ["https://www.unheard-of.gov/permits", "personal"],
    ["https://www.unheard-of.gov.uk/", "personal"],
    ["https://sede.unheard.gob.es/", "personal"],
    ["https://www.unheard.gouv.fr/", "personal"],
    ["https://www.unheard.go.jp/", "personal"],
    ["https://www.nasa.gov/missions", "learn"],
    ["https://www.irs.gov/forms-instructions", "biz.finance"],
    ["https://www.stadt-unheard-of.example/", "personal"],
    ["https://www.unheardversicherung.example/", "sensitive"],
    ["https://www.unheard-insurance.example/", "sensitive"],
    ["https://www.unheardklinik.example/", "sensitive"],
    ["https://www.universidadunheard.example/", "learn"],
    ["https://www.unheardhochschule.example/", "learn"],
    ["https://www.unheardzeitung.example/", "personal.news"],
    ["https://www.unheardairlines.example/", "personal"],
    ["https://status.github.com/", "dev.ops"],
    ["http://versicherung-api.localhost:3000/", "dev.local"],
    ["https://www.airbnb.gr/", "personal"],
    ["https://m.udemy.com.br/", "learn"],
    ["https://metrics.acme.example/", "dev.ops"],
    ["https://blog.acme.example/wp-admin/edit.php", "write.docs"],
    ["https://kotobank.jp/word/x", "learn"],
    ["http://devbox:3000/", "dev.local"],
    ["https://clickhouse.com/docs/en/sql", "dev.reference"],
    ["http://localhost:8000/docs", "dev.local"],
    ["https://www.unheardschuhe24.example/", "personal.shopping"],
    ["https://karriere.acme.example/", "personal"],
    ["http://wiki/Start", "write.docs"],
    ["https://unheardversicherung.acme.internal/", "web.unknown"],
    ["https://developer.chase.com/apis", "dev.reference"],
    ["https://developers.unheard-bank.example/docs", "dev.reference"],
    ["https://developer.natwest.co.uk/", "dev.reference"],
    ["https://unheard-of.example/docs/start", "dev.reference"],
    ["https://www.unheard-of.example/de/docs", "dev.reference"],
    ["https://turso.tech/docs/introduction", "dev.reference"],
    ["https://coda.io/docs", "write.docs"],
    ["https://gamma.app/docs/Talk-x1", "write.slides"],
    ["https://bugs.mysql.com/", "plan.issues"],
    ["https://docs.github.com/en/rest/issues", "dev.reference"],
    ["https://health.aws.amazon.com/health/status", "dev.ops"],
    ["https://unheard-of.js.org/", "dev.reference"],
    ["https://unheard-of.example/getting-started", "dev.reference"],
    ["https://legifrance.gouv.fr/codes", "biz"],
    ["https://apotheke.unheard-of.example/docs/a", "sensitive"],
    ["https://wise.com/docs/statements", "sensitive"],
    ["https://unheard-of.example/docs/report.pdf", "write.docs"],
    ["https://arxiv.org/pdf/1706.03762.pdf", "learn"],
    ["file:///home/ana/report.pdf", "write.docs"],
    ["file:///C:/Users/ana/atlas/coverage/index.html", "dev.local"],
    ["file:///home/ana/holiday.jpg", "web.unknown"],
    ["https://staging.acme.example/", "dev.local"],
    ["https://api.staging.acme.example/", "dev.local"],
    ["https://atlas-staging.herokuapp.com/", "dev.local"],
    ["https://atlas-git-pay-later-acme.vercel.app/", "dev.local"],
    ["https://deploy-preview-12--atlas.netlify.app/", "dev.local"],
    ["https://staging.unheard-bank.example/", "sensitive"],
    ["https://git.acme.example/acme/atlas/pull/5", "dev.review"],
    ["https://ghe.acme.example/acme/atlas/issues/5", "plan.issues"],
  ])("%s is %s", (url, category) => {
    expect(pageCategory(url)).toBe(category);
  });

  it.each([
    "https://evilgithub.com/acme/atlas/pull/1",
    "https://github.com.evil.example/acme/atlas/pull/1",
    "https://github.com@evil.example/acme/atlas/pull/1",
    "https://evil.example/?u=https://github.com/acme/atlas/pull/1",
    "https://evil.example/#github.com",
    "https://gіthub.com/acme", // with a Cyrillic і
    "https://notyoutube.com",
    "https://notgithub.com/acme",
    "https://github.com.evil.io/acme/atlas/pull/1",
    "https://gitlab.com.evil.io/acme/atlas/-/x",
    "https://mychase.com.evil.io/",
    "https://x.community",
    "http://172.32.4.1/",
    "https://10.example.com/",
    "https://sparkassen.example/",
    "https://databank.example/",
    "https://workshop.example/",
    "https://qualityassurance.example/",
    "https://www.go.example/",
    "https://gov.evil.example/",
    "https://airbnb.example/",
    "https://suite.hu/", // Trezor's is at suite.trezor.io
    "https://pass.hu/",
    "https://airbnb.com.evil.gr/",
    "https://udemy.io/",
    "https://www.unheard-of.example",
    "chrome://settings",
    "about:blank",
    "javascript:alert(1)//github.com",
    "ftp://github.com",
    "https://",
    "github.com/acme/atlas",
    "",
  ])("%s is no page that a rule knows", (url) => {
    expect(pageCategory(url)).toBe("web.unknown");
  });

  it.each<Shown>([
    { bundleId: "librewolf.exe", appName: "LibreWolf" },
    { bundleId: "Navigator.firefox", appName: "Firefox" },
    { bundleId: "msedge.exe", appName: "msedge.exe" },
    { bundleId: "chromium-browser", appName: "Chromium-browser" },
    { bundleId: "org.gnome.Epiphany.desktop", appName: "Web" },
    { bundleId: "unheard-of", appName: "Unheard Of", pageTitle: "total.ts - Forum" },
    { bundleId: "unheard-of", appName: "Unheard Of", url: "https://unheard-of.example/total.ts" },
    { bundleId: "unheard-of-browser", appName: "Unheard Of" },
    { bundleId: "unheard-of", appName: "Unheard Of", windowTitle: "total.ts - Forum — Mozilla Firefox" },
    { bundleId: "unheard-of", appName: "Unheard Of", windowTitle: "total.ts - Forum - Google Chrome – Ana" },
  ])("no title decides in a browser, listed or not: %j", (shown) => {
    expect(categoryOf({ windowTitle: "total.ts - Forum", ...shown })).toBe("web.unknown");
    expect(categoryOf({ windowTitle: "total.ts - Forum", path: "total.ts", ...shown })).toBe("web.unknown");
  });

  it.each([
    ["GitHub", "dev.vcs"],
    ["Stack Overflow", "dev.reference"],
    ["Wikipedia", "learn"],
    ["Google Docs", "write.docs"],
    ["Gmail", "comm.mail"],
    ["Chase", "sensitive"],
    ["Unheard Of", "uncategorised"],
  ])("an installed page called %s is %s on each system", (appName, category) => {
    expect(categoryOf({ appName, bundleId: "com.google.Chrome.app.mdpkiolbdkhdjpekfbkbmhigcaggjagi" })).toBe(
      category,
    );
    expect(categoryOf({ appName, bundleId: "crx_mdpkiolbdkhdjpekfbkbmhigcaggjagi" })).toBe(category);
  });

  it("what a site is called says nothing about a program of that name", () => {
    expect(categoryOf({ appName: "Stack Overflow", bundleId: "com.acme.game" })).toBe("uncategorised");
  });

  it("an installed page is its host's, where its window tells it", () => {
    expect(categoryOf({ bundleId: "chrome-app.slack.com__client-Default", appName: "Chrome" })).toBe(
      "comm.chat",
    );
    expect(categoryOf({ bundleId: "crx_abcdef", appName: "Google-chrome" })).toBe("web.unknown");
  });

  it("a browser's own name decides nothing, and neither does a page's title if its address is known", () => {
    expect(categoryOf({ ...CHROME, windowTitle: "How to use Slack - Visual Studio Code - Figma" })).toBe(
      "web.unknown",
    );
    expect(categoryOf({ appName: "Firefox", windowTitle: "main.rs - acme" })).toBe("web.unknown");
    expect(pageCategory("https://blog.example/top-10", "1Password")).toBe("web.unknown");
  });
});

describe("apps", () => {
  it.each<[Shown, string]>([
    [{ bundleId: "windsurf-next", appName: "" }, "dev.code"],
    [{ bundleId: "org.gnome.Builder.Devel", appName: "" }, "dev.code"],
    [{ bundleId: "jetbrains-datagrip-eap", appName: "" }, "dev.data"],
    [{ bundleId: "jetbrains-unheard-of-eap", appName: "" }, "dev.code"],
    [{ bundleId: "Notepad++Portable.exe", appName: "" }, "dev.code"],
    [{ bundleId: "C:/Program Files/JetBrains/GoLand/bin/goland64.exe", appName: "" }, "dev.code"],
    [{ bundleId: "/nix/store/0a1b-slack-4.36/bin/.slack-wrapped", appName: "" }, "comm.chat"],
    [{ bundleId: "i3lock-fancy", appName: "" }, "idle"],
    [{ bundleId: "acme-screensaver", appName: "" }, "idle"],
    [{ bundleId: "acme-lock", appName: "" }, "uncategorised"],
    [{ bundleId: "kali.exe", appName: "" }, "dev.terminal"],
    [{ bundleId: "sublime_text.Sublime_text", appName: "" }, "dev.code"],
    [{ bundleId: "gimp-2.10.Gimp-2.10", appName: "" }, "design"],
    [{ bundleId: "MATLAB R2024b", appName: "" }, "dev.code"],
    [{ bundleId: "MATLAB R2024a - academic use", appName: "" }, "dev.code"],
    [{ bundleId: "", appName: "ELDEN RING™" }, "personal"],
    [{ bundleId: "Tom Clancy's Rainbow Six® Siege.exe", appName: "" }, "personal"],
    [{ bundleId: "Minecraft* 1.20.4", appName: "" }, "personal"],
    [{ bundleId: "PyCharm Community Edition 2024.1", appName: "" }, "dev.code"],
    [{ bundleId: "com.microsoft.VSCode" }, "dev.code"],
    [{ bundleId: "COM.MICROSOFT.VSCODE" }, "dev.code"],
    [{ bundleId: "com.jetbrains.intellij.ce" }, "dev.code"],
    [{ bundleId: "com.jetbrains.datagrip" }, "dev.data"],
    [{ bundleId: "com.jetbrainsfake.ide" }, "uncategorised"],
    [{ bundleId: "com.microsoft.VSCode", path: "README.md" }, "dev.code"],
    [{ appName: "Slack" }, "comm.chat"],
    [{ appName: " slack " }, "comm.chat"],
    [{ appName: "Slackline Timer" }, "uncategorised"],
    [{ bundleId: "com.google.Chrome.app.abcdef", appName: "Linear" }, "plan.issues"],
    [{ bundleId: "com.google.Chrome.app.abcdef", appName: "Nobody" }, "uncategorised"],
    [{ path: "/src/lib/rules.ts" }, "dev.code"],
    [{ path: "C:\\src\\query.SQL" }, "dev.data"],
    [{ path: "infra/Dockerfile" }, "dev.ops"],
    [{ path: "/src.ts/binary" }, "uncategorised"],
    [{ appName: "Helix", windowTitle: "main.rs - atlas" }, "dev.code"],
    [{ appName: "LibreOffice Calc", windowTitle: "q3.xlsx — LibreOffice Calc" }, "write.sheets"],
    [{ bundleId: "com.apple.loginwindow" }, "idle"],
    [{ bundleId: "com.apple.finder" }, "system"],
    [{ bundleId: "com.apple.UnheardOfAgent" }, "system"],
    [{ bundleId: "com.apple.dt.UnheardOf" }, "dev.code"],
    [{ windowTitle: "" }, "uncategorised"],
    [{ bundleId: "C:\\Program Files\\JetBrains\\bin\\idea64.exe" }, "dev.code"],
    [{ bundleId: "/snap/code/current/usr/share/code/code" }, "dev.code"],
    [{ bundleId: "/Applications/Slack.app/Contents/MacOS/Slack" }, "comm.chat"],
    [{ bundleId: "WINWORD", appName: "WINWORD" }, "write.docs"],
    [{ bundleId: "gimp-2.99", appName: "Gimp" }, "design"],
    [{ bundleId: '"gnome-terminal-server", "Gnome-terminal"' }, "dev.terminal"],
    [{ bundleId: "firefox_firefox.desktop", appName: "Slack" }, "web.unknown"],
    [{ bundleId: "ApplicationFrameHost.exe", windowTitle: "WhatsApp" }, "comm.chat"],
    [
      { bundleId: "ApplicationFrameHost.exe", appName: "Application Frame Host", windowTitle: "Netflix" },
      "personal.video",
    ],
    [
      { bundleId: "ApplicationFrameHost.exe", appName: "Application Frame Host", windowTitle: "Unheard Of" },
      "system",
    ],
    [{ bundleId: "ApplicationFrameHost.exe", windowTitle: "Inbox - Ana \u200e- Mail" }, "comm.mail"],
    [{ bundleId: "javaw.exe", appName: "Java", windowTitle: "Minecraft 1.21" }, "personal"],
    [{ bundleId: "javaw.exe", appName: "Java", windowTitle: "Minecraft* 1.20.1 - Singleplayer" }, "personal"],
    [{ bundleId: "msedge-_github.com__-Default", appName: "Unheard Of" }, "dev.vcs"],
    [{ bundleId: "java.exe", appName: "java.exe", windowTitle: "DBeaver 24.1.0 - Script-3" }, "dev.data"],
    [{ bundleId: "java.exe", appName: "java.exe", windowTitle: "Order entry" }, "uncategorised"],
    [{ bundleId: "python3", appName: "python3", windowTitle: "main.py" }, "dev.code"],
    [{ bundleId: "python.exe", appName: "Python", windowTitle: "Anki" }, "learn"],
    [{ bundleId: "node.exe", appName: "Node.js", windowTitle: "npm run dev" }, "dev.code"],
    [{ bundleId: "git.exe", appName: "Git" }, "dev.vcs"],
    [
      {
        bundleId: "VCLSalFrame.DocumentWindow",
        appName: "LibreOffice",
        windowTitle: "Plan.ods — LibreOffice Calc",
      },
      "write.sheets",
    ],
    [{ bundleId: "com.acme.unheardof.nightly" }, "uncategorised"],
    [{ bundleId: "VSCodeUserSetup-x64-1.90.1.exe", appName: "Setup" }, "system"],
    [{ bundleId: "unins000.exe" }, "system"],
    [{ bundleId: "UnheardOf-Win64-Shipping.exe" }, "personal"],
    [{ bundleId: "D:\\SteamLibrary\\steamapps\\common\\Unheard Of\\game.exe" }, "personal"],
    [{ bundleId: "D:\\SteamLibrary\\steamapps\\common\\Blender\\blender.exe" }, "design"],
    [{ bundleId: "C:\\Windows\\System32\\UnheardOfHost.exe" }, "system"],
    [{ bundleId: "C:\\Windows\\System32\\notepad.exe" }, "write.docs"],
    [{ bundleId: "D:\\Windows\\UnheardOf.exe" }, "uncategorised"],
    [{ appName: "Adobe Unheard Of 2031" }, "design"],
    [{ appName: "Adobe Acrobat" }, "write.docs"],
    [{ appName: "Autodesk Unheard Of 2031" }, "design"],
    [{ appName: "Visual Studio Unheard Of" }, "dev.code"],
    [{ appName: "VMware Unheard Of" }, "dev.ops"],
    [{ appName: "Norton Password Manager" }, "sensitive"],
    [{ bundleId: "com.acme.unheardof", appName: "Unheard Of Password Manager" }, "sensitive"],
    [{ bundleId: "UnheardOf.exe", appName: "Unheard Of Wallet" }, "sensitive"],
    [{ bundleId: "UnheardOf.exe", appName: "Unheard Of VPN" }, "system"],
    [{ bundleId: "UnheardOf.exe", appName: "Unheard Of Video Player" }, "personal.video"],
    [{ bundleId: "unheard-of", appName: "Unheard Of Terminal" }, "dev.terminal"],
    [{ bundleId: "unheard-of", appName: "Unheard Of Screensaver" }, "idle"],
    [{ bundleId: "unheard-of", appName: "VPN" }, "uncategorised"],
    [{ bundleId: "com.acme.unheardof", appName: "Unheard Of Accounting" }, "biz.finance"],
    [{ bundleId: "UnheardOf.exe", appName: "Unheard Of Typing Tutor" }, "learn"],
    [{ bundleId: "chromium-bsu", appName: "Chromium B.S.U." }, "personal"],
    [{ bundleId: "javaw.exe", appName: "Java", windowTitle: "Notes - Lost Wallet" }, "uncategorised"],
    [{ bundleId: "com.apple.Terminal", appName: "Unheard Of Wallet" }, "sensitive"],
    [{ bundleId: "gedit", windowTitle: "main.py - gedit" }, "dev.code"],
    [{ bundleId: "gedit", windowTitle: "Shopping - gedit" }, "write.docs"],
    [{ bundleId: "javaw.exe", appName: "Java", windowTitle: "atlas – Order.java [atlas.main]" }, "dev.code"],
    [{ bundleId: "UnheardOf.exe", windowTitle: "Unheard Of - Report.pdf" }, "write.docs"],
    [{ bundleId: "notslack", appName: "Slackware" }, "uncategorised"],
    [{ bundleId: "Bubbles.scr" }, "idle"],
  ])("%j is %s", (shown, category) => {
    expect(categoryOf(shown)).toBe(category);
  });

  it.each([
    "Slack is down again",
    "Meeting notes: Figma vs Sketch",
    "Why I left Visual Studio Code - Reader",
    "Node.js - Reader",
    "write main.rs - later",
    "github.com - Reader",
    "Zoom",
  ])("a title that merely mentions an app or a file decides nothing: %j", (windowTitle) => {
    expect(categoryOf({ windowTitle })).toBe("uncategorised");
  });
});

describe("calls and private things", () => {
  it("a call is a meeting whatever the window shows, even on a locked screen", () => {
    expect(categoryOf({ inCall: true, bundleId: "com.apple.loginwindow" })).toBe("comm.meeting");
    expect(categoryOf({ inCall: true, bundleId: "com.microsoft.VSCode" })).toBe("comm.meeting");
    expect(categoryOf({ inCall: true })).toBe("comm.meeting");
  });

  it.each<Shown>([
    { bundleId: "com.1password.1password" },
    { bundleId: "com.bitwarden.desktop", windowTitle: "WPS-12" },
    { appName: "KeePassXC" },
    { appName: "MoneyMoney" },
    { appName: "Outbank" },
    { bundleId: "StarMoney.exe" },
    { ...CHROME, url: "https://vault.bitwarden.com/#/vault" },
    { ...CHROME, url: "https://secure.chase.com/web/auth" },
    { ...CHROME, url: "https://online.mybank.bank/" },
    { ...CHROME, url: "https://banking.sparkasse-koeln.example/" },
    { ...CHROME, url: "https://accounts.google.com/signin" },
    { ...CHROME, windowTitle: "My vault | Bitwarden Web Vault" },
    { ...CHROME, url: "https://docs.chase.com/document" },
  ])("%j is sensitive, in a call too", (shown) => {
    expect(categoryOf(shown)).toBe("sensitive");
    expect(categoryOf({ ...shown, inCall: true })).toBe("sensitive");
  });

  it("a page about a bank or a chat about a password manager is not", () => {
    expect(pageCategory("https://unheard-of.example/wiki/chase.com")).toBe("web.unknown");
    expect(pageCategory("https://purchase.com")).toBe("web.unknown");
    expect(categoryOf({ bundleId: "com.tinyspeck.slackmacgap", windowTitle: "1Password - Slack" })).toBe(
      "comm.chat",
    );
  });
});

describe("rules", () => {
  const rule = (given: Partial<CategoryRule> & { match: string }): CategoryRule => ({
    id: given.match,
    category: "learn",
    priority: 0,
    ...given,
  });

  it("names the rule that decided", () => {
    const decide = (shown: Shown) => categorise({ ...NOTHING, ...shown }, [BUILT_IN_LAYER]).ruleId;
    expect(decide({ ...CHROME, url: "https://github.com/a/b/pull/1" })).toBe(
      "built-in/host:github.com/*/*/pull",
    );
    expect(decide({ inCall: true })).toBe("built-in/in-call");
    expect(decide(CHROME)).toBe("built-in/web");
    expect(decide({})).toBe("built-in/none");
  });

  it("a stronger layer takes precedence over a weaker one, if any of its rules matches", () => {
    const project = compileRules([rule({ match: "app:code" })]);
    const layers = [project, BUILT_IN_LAYER];
    const shown = { ...NOTHING, bundleId: "com.microsoft.VSCode", appName: "Code" };
    expect(categorise(shown, layers)).toMatchObject({ category: "learn", ruleId: "app:code" });
    expect(categorise({ ...shown, appName: "Else" }, layers).category).toBe("dev.code");
  });

  it("within a layer priority decides over specificity, and that over the order of rules", () => {
    const rules = [
      rule({ match: "host:example.com/*/x", category: "design" }),
      rule({ match: "host:example.com", category: "dev" }),
      rule({ match: "host:*.example.com", category: "plan" }),
      rule({ match: "host:*.com", category: "write" }),
      rule({ match: "host:example.*", category: "comm" }),
    ];
    const decide = (given: CategoryRule[], url: string) =>
      categorise({ ...NOTHING, url }, [compileRules(given)]).category;
    for (const given of [rules, rules.toReversed()]) {
      expect(decide(given, "https://example.com/a/x/b")).toBe("design");
      expect(decide(given, "https://example.com/a/y")).toBe("dev");
      expect(decide(given, "https://www2.example.com/")).toBe("plan");
      expect(decide(given, "https://other.com/")).toBe("write");
      expect(decide(given, "https://example.org/")).toBe("comm");
      const strong = rule({ id: "strong", match: "host:*.com", category: "biz", priority: 1 });
      expect(decide([...given, strong], "https://example.com/a/x")).toBe("biz");
    }
    const [a, b] = [rule({ id: "a", match: "app:t", category: "dev" }), rule({ id: "b", match: "app:t" })];
    for (const given of [
      [a, b],
      [b, a],
    ]) {
      expect(categorise({ ...NOTHING, appName: "T" }, [compileRules(given)]).ruleId).toBe("a");
    }
  });

  it("always has an answer from the catalog, whatever a client sends", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl(),
      fc.constantFrom("a - b.ts", "..", "/", "."),
    );
    const ids = new Set<string>(CATEGORIES.map(({ id }) => id));
    fc.assert(
      fc.property(
        text,
        text,
        text,
        text,
        text,
        fc.boolean(),
        (appName, bundleId, windowTitle, url, path, inCall) => {
          const shown = { ...NOTHING, appName, bundleId, windowTitle, url, path, inCall };
          const { category } = categorise(shown, [BUILT_IN_LAYER]);
          expect(ids.has(category)).toBe(true);
        },
      ),
    );
  });
});

describe("the catalog", () => {
  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };

  it("has each id once, and groups that exist", () => {
    const ids: string[] = CATEGORIES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { parent } of CATEGORIES) expect([null, ...ids]).toContain(parent);
    expect(categoryLabel("dev.code")).toBe("Coding");
    expect(categoryLabel("gone")).toBe("gone");
  });

  it.each(CATEGORIES.map(({ id, color }) => [id, color]))(
    "%s is readable on light and dark (%s)",
    (_, color) => {
      expect(contrast(color, "#ffffff")).toBeGreaterThanOrEqual(3);
      expect(contrast(color, "#242424")).toBeGreaterThanOrEqual(3);
    },
  );
});
