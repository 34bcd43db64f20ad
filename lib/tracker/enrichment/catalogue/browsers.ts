/** Browsers: the page they show decides the category, never the browser. `programs.ts` describes the columns. */
export const BROWSERS = `
browser | Safari, Safari Technology Preview | com.apple.safari, com.apple.safaritechnologypreview | safari
browser | Google Chrome, Chrome, Google Chrome Beta, Google Chrome Dev, Google Chrome Canary, Google Chrome for Testing | com.google.chrome, com.google.chrome.beta, com.google.chrome.dev, com.google.chrome.canary, com.google.chrome.for.testing | chrome, chrome_proxy, googlechromeportable | google-chrome, google-chrome-stable, google-chrome-beta, google-chrome-unstable, com.google.chrome, com.google.chromedev, chrome
browser | Chromium, Ungoogled Chromium, Chromium Web Browser | org.chromium.chromium | chromium, ungoogled-chromium | chromium, chromium-browser, org.chromium.chromium, io.github.ungoogled_software.ungoogled_chromium, chromium-freeworld, ungoogled-chromium
browser | Firefox, Mozilla Firefox, Firefox Web Browser, Firefox Developer Edition, Firefox Nightly, Nightly, Firefox ESR, Navigator | org.mozilla.firefox, org.mozilla.firefoxdeveloperedition, org.mozilla.nightly, org.mozilla.firefox-esr | firefox, firefoxportable, mozilla.firefox | firefox, navigator, firefox-esr, org.mozilla.firefox, firefox-default, firefox-nightly, firefoxdeveloperedition, firefox-developer-edition, firefox-aurora, firefox-trunk, firefox-bin, nightly, x-www-browser, iceweasel, icecat, gnu icecat, org.gnu.icecat, abrowser
browser | Microsoft Edge, Edge, Microsoft Edge Beta, Microsoft Edge Dev, Microsoft Edge Canary | com.microsoft.edgemac, com.microsoft.edgemac.beta, com.microsoft.edgemac.dev, com.microsoft.edgemac.canary | msedge, microsoftedge, microsoftedgecp, microsoft.microsoftedge, microsoft.microsoftedge.stable, msedgewebview2 | microsoft-edge, microsoft-edge-stable, microsoft-edge-beta, microsoft-edge-dev, com.microsoft.edge, com.microsoft.edgedev, msedge
browser | Internet Explorer | | iexplore, microsoft.internetexplorer.default
browser | Brave, Brave Browser, Brave Web Browser, Brave Browser Beta, Brave Browser Nightly | com.brave.browser, com.brave.browser.beta, com.brave.browser.nightly | brave, bravebrowser | brave-browser, brave, com.brave.browser, brave-browser-stable, brave-browser-beta, brave-browser-nightly, brave-desktop
browser | Opera, Opera GX, Opera Beta, Opera Developer, Opera One, Opera Neon, Opera Air, Opera Mini | com.operasoftware.opera, com.operasoftware.operagx, com.operasoftware.operanext, com.operasoftware.operadeveloper, com.operasoftware.operaair, com.operasoftware.operaneon | opera, opera_gx, opera_autoupdate, operagx, opera_neon | opera, com.opera.opera, opera-beta, opera-developer, opera-gx
browser | Vivaldi, Vivaldi Snapshot | com.vivaldi.vivaldi, com.vivaldi.vivaldi.snapshot | vivaldi | vivaldi, vivaldi-stable, com.vivaldi.vivaldi, vivaldi-snapshot, vivaldi-bin
browser | Arc | company.thebrowser.browser | arc, thebrowsercompany.arc
browser | Dia | company.thebrowser.dia
browser | ChatGPT Atlas, Atlas, Comet, Perplexity Comet | com.openai.atlas, ai.perplexity.comet | comet, chatgpt atlas | comet
browser | Zen, Zen Browser | app.zen-browser.zen | zen, zen browser | zen, zen-browser, zen-alpha, zen-beta, zen-twilight, app.zen_browser.zen, io.github.zen_browser.zen
browser | Orion, Orion RC | com.kagi.kagimacos, com.kagi.kagimacos.rc | | com.kagi.orion
browser | DuckDuckGo | com.duckduckgo.macos.browser, com.duckduckgo.mobile.ios | duckduckgo, duckduckgo.desktopbrowser | duckduckgo
browser | LibreWolf | org.mozilla.librewolf, io.gitlab.librewolf-community.librewolf, io.gitlab.librewolf-community | librewolf, librewolf-portable | librewolf, librewolf-default, io.gitlab.librewolf-community
browser | Waterfox, Waterfox Current, Waterfox Classic | net.waterfox.waterfox, net.waterfox.current | waterfox | waterfox, net.waterfox.waterfox, waterfox-current, waterfox-default
browser | Floorp | one.ablaze.floorp, org.mozilla.floorp | floorp | floorp, one.ablaze.floorp, floorp-default
browser | Pale Moon, Basilisk, SeaMonkey, K-Meleon, Netscape, IceDragon, Cyberfox, Ghostery, Ghostery Dawn, Midori | org.mozilla.seamonkey, org.astian.midori | palemoon, basilisk, seamonkey, k-meleon, icedragon, cyberfox, ghostery, midori | palemoon, pale moon, basilisk, seamonkey, midori, org.midori_browser.midori, astian midori
browser | Thorium, Thorium Browser, Cromite, Helium, Supermium, Iridium, SRWare Iron, Slimjet, Comodo Dragon, Epic Privacy Browser, Cent Browser, CCleaner Browser, Avast Secure Browser, AVG Secure Browser, Norton Private Browser, Avira Secure Browser, Coc Coc, UC Browser, Maxthon, Sogou Explorer, QQBrowser, 360 Browser, Baidu Browser, Torch | org.chromium.thorium, net.imput.helium, com.epicbrowser.*, com.hidden-reflex.epic, com.avast.browser, com.coccoc.coccoc, com.maxthon.mac.maxthon, com.tencent.qqbrowser, com.360.chrome, com.srware.iron, de.iridiumbrowser | thorium, cromite, helium, iridium, iron, slimjet, dragon, epic, chrome_epic, centbrowser, ccleanerbrowser, avastbrowser, avgbrowser, nortonbrowser, avirabrowser, coccoc, ucbrowser, maxthon, sogouexplorer, qqbrowser, 360chrome, 360se, baidubrowser, torch, browser | thorium-browser, thorium, cromite, helium, helium-browser, iridium-browser, iron, slimjet, flashpeak-slimjet, coccoc-browser, net.imput.helium
browser | Yandex, Yandex Browser, Yandex with Alice | ru.yandex.desktop.yandex-browser | yandex | yandex-browser, yandex-browser-beta, yandex-browser-corporate, ru.yandex.browser
browser | Whale, Naver Whale | com.naver.whale | whale | naver-whale, naver-whale-stable
browser | Sidekick, Shift Browser, SigmaOS, Beam, Stack, Stack Browser, Wavebox Browser, Station Browser, Biscuit, Ulaa, Aloha, Colibri, Min, Nook, Quiche Browser, Horse, Horse Browser, Deta Surf, Pulse Browser, Smooz, Sizzy, Polypane, Responsively, Responsively App, Blisk, Ladybird, BrowserOS, Strawberry, Fellou, Genspark Browser, Ghost Browser, GoLogin, Multilogin, Dolphin Anty, Browserosaurus | com.pushplaylabs.sidekick, com.sigmaos.sigmaos.macos, com.zoho.ulaa, com.zoho.ulaa-browser, com.electron.min, com.min-browser.min, com.browseros.browseros, io.wavebox.wavebox, com.bookry.wavebox, com.kitze.sizzy, com.firstversionist.polypane, app.responsively, com.blisk.*, com.ghostbrowser.gb1, org.ladybird.ladybird, org.serenityos.ladybird, io.alohabrowser.*, com.alohamobile.*, computer.deta.surf, co.deta.surf | sidekick, shift, ulaa, aloha, min, wavebox, sizzy, polypane, responsivelyapp, blisk, browseros, ghostbrowser, multilogin, gologin, deta surf | min, wavebox, io.wavebox.wavebox, ladybird, org.ladybird.ladybird, polypane, responsively-app, responsivelyapp, sizzy, shift, browseros, ulaa-browser, deta surf
browser | Web, GNOME Web, Epiphany | org.gnome.epiphany | | epiphany, epiphany-browser, org.gnome.epiphany, org.gnome.epiphany.devel, org.gnome.epiphany.canary, gnome-www-browser
browser | Falkon, Konqueror, Angelfish, QupZilla, rekonq | org.kde.falkon, org.qutebrowser.qupzilla, org.kde.konqueror | falkon, qupzilla, konqueror | falkon, org.kde.falkon, konqueror, org.kde.konqueror, angelfish, org.kde.angelfish, qupzilla, rekonq
browser | qutebrowser, Nyxt, luakit, surf, Vimb, Vieb, uzbl, Dillo, NetSurf, Otter Browser, w3m, Lynx, Links, ELinks, badwolf, Eolie, Tangram, GNOME Tangram, Dooble, Viper, Hv3, Edbrowse, Next, Pantheon Web, Ephemeral | org.qutebrowser.qutebrowser, com.vieb.vieb, engineer.atlas.nyxt | qutebrowser, vieb, dillo, netsurf, otter-browser, lynx, dooble, nyxt | qutebrowser, org.qutebrowser.qutebrowser, nyxt, engineer.atlas.nyxt, luakit, surf, vimb, vieb, uzbl, uzbl-core, dillo, netsurf, netsurf-gtk, netsurf-gtk3, otter-browser, w3m, lynx, links2, links, elinks, badwolf, eolie, org.gnome.eolie, tangram, re.sonny.tangram, dooble, com.github.cassidyjames.ephemeral, viewbrowser, com.cappielloantonio.browser, io.elementary.epiphany, browsh, gnome-web, web-browser, sensible-browser, cachy-browser, mercury-browser, firedragon, snowfox
browser | Webcatalog, Flotato, Unite, Coherence X, Fluid, Nativefier, Pake | com.webcatalog.jordan, com.fluidapp.fluid | webcatalog | webcatalog
browser | Norton Neo, Opera Crypto, Comodo IceDragon, Cốc Cốc, 360 Extreme Explorer, Lunascape, Sleipnir, Kinza, Puffin, Samsung Internet, Mypal, Beaker, Orion by Kagi, Arc Search, Catsxp, Ungoogled, IE, AdsPower, Dolphin{anty}, Incogniton, Kameleo, Island, Talon, Citrix Enterprise Browser, LayerX, Surf Security, Ecosia, Brave Origin
browser | | company.thebrowser.*, com.duckduckgo.*, com.kagi.*, com.sigmaos.*, com.ladybird.*, org.ladybird.*, com.operasoftware.*, com.vivaldi.*, com.coccoc.*, com.maxthon.*, net.waterfox.*, app.zen-browser.*, io.island.*, com.talon-sec.*, com.polypane.*, io.sizzy.*, com.fluidapp.* | 360chromex, mypal, talon, prismaaccessbrowser, adspower global, octo browser
browser | Kristall
`;

/** Prefixes of the bundle ids of installed web pages. These ids don't reveal the page, but the app's name does. */
export const WEB_APP_BUNDLES = [
  "com.google.chrome.app.",
  "com.google.chrome.beta.app.",
  "com.google.chrome.canary.app.",
  "com.google.chrome.dev.app.",
  "org.chromium.chromium.app.",
  "com.microsoft.edgemac.app.",
  "com.microsoft.edgemac.beta.app.",
  "com.microsoft.edgemac.canary.app.",
  "com.microsoft.edgemac.dev.app.",
  "com.brave.browser.app.",
  "com.brave.browser.beta.app.",
  "com.brave.browser.nightly.app.",
  "com.operasoftware.opera.app.",
  "com.vivaldi.vivaldi.app.",
  "com.apple.safari.webapp.",
];
