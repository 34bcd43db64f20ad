import { titleParts } from "@/lib/tracker/enrichment/identity-rules";

/** What browsers write at the end of a private window's title, in the languages they come in. */
const MODES = [
  "private browsing, incognito( mode)?, inprivate",
  "inkognito(-?modus)?, privater modus",
  "navigation privée",
  "(modo )?(de )?incógnito, navegación privada",
  "navegação (privativa|privada), (modo de )?navegação an[ôó]nima",
  "(navigazione )?in incognito, navigazione anonima, navigazione privata",
  "privénavigatie, incognitomodus",
  "navegació privada, mode d'incògnit",
  "navigare privată",
  "privat surfning, privat browsing, privat nettlesing, privatsurfing, inkognitoläge",
  "yksityinen selaus, yksityisen selauksen tila",
  "tryb prywatny, przeglądanie prywatne, tryb incognito",
  "anonymní (prohlížení|režim), súkromné prehliadanie, zasebno brskanje, privatno (pretraživanje|pregledanje)",
  "privát böngészés, inkognitó( mód)?",
  "gizli (gezinti|mod)",
  "ιδιωτική περιήγηση, ανώνυμη περιήγηση",
  "приватный (просмотр|режим), (режим )?инкогнито, приватний перегляд, анонімний перегляд, поверително разглеждане, приватно прегледање",
  "duyệt web riêng tư, ẩn danh, (mode )?penjelajahan pribadi, mode samaran",
  "גלישה (פרטית|בסתר), تصفح خاص, التصفح الخاص, التصفّح المتخفي, ไม่ระบุตัวตน, การเรียกดูแบบส่วนตัว",
  "プライベート ?(ブラウジング|ウィンドウ|ブラウズ), シークレット ?モード",
  "隐私浏览, 隱私瀏覽, 无痕(浏览|模式|窗口), 無痕(瀏覽|模式|視窗), 사생활 보호 모드, 시크릿 모드",
]
  .join(", ")
  .replaceAll(", ", "|");
/** What they write there in brackets. These words alone may be part of a page's title. */
const BRACKETED = `${MODES}|private|privat|privé|privado|privada|privato|anonymní|anonym|gizli|シークレット|시크릿|无痕|無痕|隐身`;

const IN_BRACKETS = new RegExp(`[([](?:${BRACKETED})[)\\]]$`, "u");
const AT_END = new RegExp(`(?<![\\p{L}\\p{N}])(?:${MODES})$`, "u");

/** Browsers that know private windows only, and whose program may be called as that of another: `firefox.exe`. */
const ALWAYS_PRIVATE = /\s[-–—]\s(?:Tor|Mullvad) Browser$/;

/** Whether a browser's title says that the window is private. */
export function isPrivateWindow(title: string): boolean {
  if (ALWAYS_PRIVATE.test(title)) return true;
  const parts = titleParts(title.normalize("NFC"));
  // After it Edge writes its own name, and Chrome the profile's.
  return parts.slice(-2).some((part) => IN_BRACKETS.test(part)) || AT_END.test(parts.at(-1) ?? "");
}
