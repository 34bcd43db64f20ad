import { COMMANDS } from "@/lib/tracker/redaction/secret-commands";
import { ISSUED } from "@/lib/tracker/redaction/secret-issuers";
import {
  inQuotes,
  looksChosen,
  looksDrawn,
  looksIssued,
  looksIssuedAsKey,
  looksLikeBase64,
  looksLikeToken,
  looksRandom,
  mayBeValue,
  type Pattern,
} from "@/lib/tracker/redaction/secret-signs";
import { CODES_ABROAD, WORDS } from "@/lib/tracker/redaction/secret-words";
import { wordFinder } from "@/lib/tracker/redaction/word-finder";

/*
 * What identifies a secret in text that people see: its issuer's prefix, its check digits, or the word in front of it.
 * Every pattern here must take time proportional to the text's length, whatever the text.
 */

/** Replaces a secret. */
export const MASK = "[redacted]";

/** The check digit of payment cards, ISO/IEC 7812-1. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** Numbers that the big networks give to cards, by beginning and length. */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}|6(?:011|5\d\d|4[4-9]\d)\d{12}|62\d{14,17})$/;

/** What people and programs put between digits, as a character class. */
const GAP = String.raw`[ .\u00a0\u202f-]`;
const GAPS = new RegExp(GAP);

/** Whether groups of digits contain a card number; other digits may come before and after it. */
function holdsCard(value: string): boolean {
  const groups = value.split(GAPS);
  return groups.some((_, from) => {
    let digits = "";
    return groups.slice(from).some((group) => {
      digits += group;
      return CARD.test(digits) && passesLuhn(digits);
    });
  });
}

/** The check digits of bank accounts, ISO 13616-1. */
function isIban(iban: string): boolean {
  if (iban.length < 15 || iban.length > 34) return false;
  let rest = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const number = Number.parseInt(char, 36);
    rest = (rest * (number > 9 ? 100 : 10) + number) % 97;
  }
  return rest === 1;
}

/** Whether text in groups begins with an account number. */
function beginsWithIban(value: string): boolean {
  let iban = "";
  return value.split(" ").some((group) => {
    iban += group;
    return isIban(iban);
  });
}

/** Words that name a secret only where a value is assigned to them: `sid=`, `SIGN_KEY=`. */
const NAMES = "key|sig|signature|auth|sid|session|cookie|code|jwt|otp|pat|pin|pass|pw|salt|pepper|verifier";
/** Quotes as programs escape them and as people type them, and the signs of Markdown. */
const QUOTES = String.raw`(?:\\?["'\x60*“”„‘’«»]){0,2}`;
/** What stands between a name and its value: in settings, code and markup, and as people write. */
const GIVES = String.raw`${QUOTES}(?:\s{0,2}(?:[:=]=?>?|：|%3A|->|→|—|は|是|는|은|(?<=\s)(?:(?:is|was|has been) (?:changed|set|reset) to|(?:is|was|ist|lautet|est|es|è|é|to|är|er)(?: now| jetzt)?)(?=[\s:]):?)(?:\*\*)?(?:\s|%20){0,2}|[(>])`;
/** Secretaries, tokenizers and how many tokens there are: no secrets. */
const WORD = `(?:${WORDS.join("|")})(?!(?<=secret)(?:ar|ion)|(?<=token)(?:i[sz]|_count|_type|_limit|s ?= ?\\d{1,6}(?!\\w)))[\\w-]{0,32}`;
const VALUE = String.raw`(?<value>(?:\\?"[^"]*"?|'[^']*'?|[^\s"'])\S*)`;

/** Schemes of servers that programs connect to with a user and a password. */
const SERVERS =
  "postgres(?:ql)?|pgsql|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb|cassandra|neo4j|nats|kafka|ldaps?|smtps?|imaps?|ftps?|sftp|ssh|jdbc:\\w{1,24}";

/** What stands before ids of things at the services that give ids such prefixes: they open nothing. */
const IDS =
  "acct|asst|ch|chatcmpl|cmpl|conv|cus|dp|evt|file|in|job|msg|org|pi|pm|price|prod|re|req|resp|run|ses|sess|seti|si|step|sub|task|team|thread|toolu|txn|user|vs";

/** What stands before keys. */
const KEY_PREFIXES = [
  "sk",
  "pk",
  "rk",
  "api",
  "apikey",
  "key",
  "pat",
  "tok",
  "tkn",
  "secret",
  "seckey",
  "signkey",
  "live",
];

const PATTERNS: readonly Pattern[] = [
  { near: ["private key"], pattern: /(?<value>-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]*)/g },
  { near: ["private-lines"], pattern: /(?<value>Private-Lines: \d[\s\S]*)/g },
  // A user and password before a host: of a server that is no page with any character, as people paste it; and in any
  // address.
  {
    near: ["://"],
    pattern: new RegExp(
      `(?<kept>\\b(?:${SERVERS})(?:\\+\\w{1,16})?://)(?<value>[^\\s/?#@:]{0,256}:\\S{1,512})(?=@)`,
      "gi",
    ),
  },
  { near: ["://"], pattern: /(?<kept>:\/\/)(?<value>[^\s/?#@:]{0,256}:[^\s/?#]{1,512})(?=@)/g },
  {
    near: ["%3a%2f%2f"],
    pattern: /(?<kept>%3A%2F%2F)(?<value>[\w.~+-]{0,64}%3A[\w.~+%!*'()-]{1,256}?)(?=%40)/gi,
  },
  { near: ["://"], pattern: /(?<kept>\bhttps?:\/\/)(?<value>[^\s/?#@:]{1,256})(?=@)/gi },
  // The same without a scheme. `mailto:ana99@example.com` is an address of mail.
  {
    near: ["@"],
    pattern:
      /(?<kept>(?<![\w.+-])(?!mailto:|to:|from:|s?cc:|bcc:)[\w.+-]{1,64}:)(?<value>[^\s/?#@:]{1,128})(?=@[\w-]{1,64}[.:/])/gi,
    isSecret: looksChosen,
  },
  {
    near: ["thin:", "sqlplus", "sqlcl", "expdp", "impdp"],
    pattern:
      /(?<kept>(?:thin:|\b(?:sqlplus|sqlcl|expdp|impdp) )[^\s/@]{1,64}\/)(?<value>[^\s@]{1,128})(?=@)/gi,
  },
  ...ISSUED.map(([near, pattern]) => ({
    near,
    pattern: new RegExp(`(?<![A-Za-z0-9])(?<value>${pattern})`, "g"),
  })),
  // The second part may be missing, so that a text of many beginnings is not read to its end from each.
  {
    near: ["eyj"],
    pattern: /(?<![A-Za-z0-9])(?<value>eyJ[\w-]{8,}(?:(?:\.|%2E)[\w-]{8,}(?:(?:\.|%2E)[\w-]*){0,3})?)/gi,
    isSecret: (value) => /^eyJ[^.%]*[.%]/.test(value),
  },
  // Headers of HTTP.
  {
    near: ["authorization"],
    pattern:
      /(?<kept>\bauthorization["']?: ?["']?)(?<value>(?:(?:aws4-hmac-sha256|digest|hawk|oauth) [^\n]*|(?:apikey|basic|bearer|bot|key|negotiate|token) ?[^\s"']{4,}|[a-z][\w-]{0,32} (?=\S{0,512}\d)[^\s"']{16,}))/gi,
    isSecret: (value) => mayBeValue(value.replace(/^\w+ ?/, "")),
  },
  {
    near: ["cookie:"],
    pattern:
      /(?<kept>\bcookie: ?)(?!(?:SameSite|Path|Domain|Max-Age|Expires)=)(?<value>[^\s=;]{1,128}=[^"'\n]*)/gi,
  },
  // `PGPASSWORD=x`, `--client-secret=x`, `;jsessionid=x`, `Pwd = x`
  {
    near: WORDS,
    pattern: new RegExp(`(?<kept>${WORD}(?:["']? ?=(?![=>]) ?|%3D))${VALUE}`, "gi"),
    isSecret: mayBeValue,
  },
  // `--password x`
  { near: WORDS, pattern: new RegExp(`(?<kept>(?<!\\S)--?[\\w-]{0,32}?${WORD} )${VALUE}`, "gi") },
  {
    near: WORDS,
    pattern: new RegExp(`(?<kept>${WORD}${GIVES})${VALUE}`, "gi"),
    isSecret: looksChosen,
  },
  // "App secret 8207…": nothing between, and the value speaks for itself.
  {
    near: WORDS,
    pattern: new RegExp(`(?<kept>${WORD}\\s(?:- )?)(?<value>[A-Za-z0-9]{20,128})(?![\\w-])`, "gi"),
    isSecret: looksDrawn,
  },
  {
    near: ["_pass=", "_pw="],
    pattern: new RegExp(`(?<kept>\\w_(?:pass|pw)=)${VALUE}`, "gi"),
    isSecret: mayBeValue,
  },
  {
    near: ["=", "%3d"],
    pattern: new RegExp(
      `(?<kept>(?:(?<![A-Za-z])|(?<=%[\\dA-F]{2}))(?:\\w{0,32}[_.-])?(?:${NAMES})(?:["']?=|%3D))${VALUE}`,
      "gi",
    ),
    isSecret: looksChosen,
  },
  // A list of a name and a value: `define("DB_PASSWORD", "x1")`
  {
    near: WORDS,
    pattern: new RegExp(`(?<kept>${WORD}["'] ?, ?)(?<value>["'][^"']+["'])`, "gi"),
    isSecret: inQuotes,
  },
  {
    near: [" password "],
    pattern: /(?<kept>\b(?:login|user(?:name)?) \S{1,128} password )(?<value>\S+)/g,
    isSecret: looksChosen,
  },
  { near: ['"auth"'], pattern: /(?<kept>"auth"\s?:\s?")(?<value>[\w+/=-]{8,})/g },
  {
    pattern: /(?<kept>(?<![\w.-])[\w.-]{1,256}:\d{4,5}:[^\s:]{1,64}:[^\s:]{1,64}:)(?<value>\S{3,})/g,
    isSecret: looksChosen,
  },
  {
    near: ["pass:", "pass :", "pass =", "pass is ", "pw:", "pw :", "pw is ", "pw ist "],
    pattern: new RegExp(`(?<kept>(?<![A-Za-z0-9])(?:pass|pw)(?: ?[:=] ?| is | ist ))${VALUE}`, "gi"),
    isSecret: looksChosen,
  },
  {
    near: ["bearer", "basic", "token", "authorization"],
    pattern: /(?<kept>\b(?:bearer|basic|token|authorization:) )(?<value>(?=\S{0,512}\d)[\w.~+/=:-]{16,})/gi,
  },
  { near: ["wifi:"], pattern: /(?<kept>\bWIFI:[^\s]{0,80}?\bP:)(?<value>[^;\s]+)/g },
  { near: ["psk"], pattern: new RegExp(`(?<kept>\\bpsk ?[=:] ?)${VALUE}`, "gi"), isSecret: looksChosen },
  ...COMMANDS,
  // One-time codes for signing in.
  {
    near: [" code is "],
    pattern: /(?<kept>\byour (?:\S{1,32} ){1,3}code is )(?<value>(?:\d{4,8}|\d{3}[ -]\d{3})\b)/gi,
  },
  {
    near: [" code"],
    pattern:
      /(?<kept>\b(?:your|verification|security|sign-?in|log-?in|one-time|confirmation|authentication|two-factor|[2m]fa) code(?: is)?:? )(?<value>[\d -]{4,9}\b)/gi,
  },
  {
    near: [" is your ", " as your "],
    pattern: /(?<value>\b(?:\d{4,8}|\d{3}[ -]\d{3})\b)(?= (?:is|as) your\b[^\n]{0,60}\bcode\b)/gi,
  },
  {
    near: ["recovery code", "backup code", "guard code"],
    pattern:
      /(?<kept>\b(?:recovery|backup|guard) codes?(?: is| are)?:? )(?<value>(?=[\w-]{0,32}\d)[\w-]{5,32}(?:[ ,]{1,2}(?=[\w-]{0,32}\d)[\w-]{4,32}){0,32})/gi,
  },
  {
    near: ["password:", "passwort:"],
    pattern:
      /(?<kept>\bapp(?:lication|-specific)?[ -]pass(?:word|wort): ?)(?<value>[a-z\d]{4}(?:[ -][a-z\d]{4}){3,5})(?![a-z\d])/gi,
  },
  // Words that open a wallet, and keys that unlock a disk.
  {
    near: ["phrase", "mnemonic"],
    pattern:
      /(?<kept>\b(?:(?:seed|recovery|backup|mnemonic) phrase|mnemonic)(?: is)? ?[:=]? ?["']?)(?<value>[a-z]{3,8}(?: [a-z]{3,8}){11,23})/gi,
  },
  {
    pattern: /(?<![\w-])(?<value>\d{6}(?:-\d{6}){7}|(?:[A-Z0-9]{5}-){4}[A-Z0-9]{5})(?![\w-])/g,
    isSecret: (value) => /\d/.test(value),
  },
  { near: ["recovery key"], pattern: /(?<kept>\brecovery key:? )(?<value>[A-Z0-9]{4}(?:-[A-Z0-9]{4}){5})/gi },
  { near: ["passcode"], pattern: /(?<kept>\bpasscode(?: is)?:? )(?<value>\d{4,10}\b)/gi },
  { near: ["cvv", "cvc"], pattern: /(?<kept>\bCV[VC]2?(?: code)?(?: is)?:? ?)(?<value>\d{3,4}\b)/gi },
  {
    near: ["otp", "pin", "tan", "puk"],
    // "TAN 2026" is a conference.
    pattern:
      /(?<kept>\b(?:T?OTP|PIN|TAN|PUK)(?: code)?(?: is| ist| lautet)?(?: ?:)? )(?<value>(?!(?<=T?OTP:? |TAN:? )20\d\d\b)\d{4,8}\b)/g,
  },
  { near: ["2fa", "mfa"], pattern: /(?<kept>\b[2M]FA: ?)(?<value>\d{6,8}\b)/gi },
  { near: ["use ", "enter "], pattern: /(?<kept>\buse )(?<value>\d{6}\b)(?= to (?:sign|log) in\b)/gi },

  {
    near: CODES_ABROAD,
    pattern: new RegExp(
      `(?<kept>(?:${CODES_ABROAD.join("|")})\\S{0,16}(?:\\s(?:lautet|ist|est|es|è|é|to|är|er|is))?\\s?[:：]?\\s?)(?<value>\\d{4,8}\\b)`,
      "gi",
    ),
  },
  // A social security number of the United States.
  { near: ["ssn"], pattern: /(?<kept>\bSSN(?: is)?:? ?)(?<value>\d{9}\b)/gi },
  { pattern: /(?<![\d-])(?<value>(?!000|666|9)\d{3}-\d{2}-\d{4})(?![\d-])/g },
  {
    pattern: new RegExp(`(?<!\\d)(?<value>\\d{13,19}|\\d{3,6}(?:${GAP}\\d{3,7}){2,5})(?!\\d)`, "g"),
    isSecret: holdsCard,
  },
  { pattern: /\b(?<value>[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30})\b/g, isSecret: beginsWithIban },
  { pattern: /\b(?<value>[a-z]{2}\d{13,30})\b/g, isSecret: isIban },
  // Links that are a key themselves; the first to a table that was shared.
  { near: ["/t/"], pattern: /(?<kept>\/t\/)(?<value>[\w-]{32,})/g, isSecret: looksLikeToken },
  {
    near: [
      "/reset",
      "/verify",
      "/confirm",
      "/invit",
      "/magic",
      "/activat",
      "/unsubscribe",
      "/hook",
      "/webhook",
      "/token",
      "/sso",
      "/callback",
      "/password",
      "/recover",
      "/session",
      "/login",
      "/signin",
      "/share",
      "/join",
    ],
    pattern:
      /(?<kept>\/(?:reset|verify|confirm|invit|magic|activat|unsubscribe|hook|webhook|token|sso|callback|password|recover|session|login|signin|share|join)[\w.-]{0,24}\/)(?<value>[A-Za-z0-9_-]{16,})/gi,
    isSecret: looksLikeToken,
  },
  // What is issued behind a prefix, whosever that is; keys of Twilio, Mailgun and Mailchimp; tokens of Vault, Airtable
  // and bots of Discord.
  {
    pattern: new RegExp(
      `(?<=[A-Za-z0-9][_-])(?<!(?<![A-Za-z0-9])(?:${IDS})[_-]|\\bsha\\d{3}-)(?<value>[A-Za-z0-9]{24,})`,
      "g",
    ),
    isSecret: looksIssued,
  },
  {
    near: KEY_PREFIXES.flatMap((prefix) => [`${prefix}_`, `${prefix}-`]),
    pattern: new RegExp(
      `(?<=(?<![A-Za-z0-9])(?:[a-z][a-z0-9]{0,15}[_-])?(?:${KEY_PREFIXES.join("|")})[_-](?:[a-z]{2,4}[_-]|v\\d[_-])?)(?<value>(?![a-z]{2,4}[_-]|v\\d[_-])[A-Za-z0-9][\\w-]{15,})`,
      "g",
    ),
    isSecret: looksIssuedAsKey,
  },
  {
    near: ["$2", "$6$", "$5$", "$argon2"],
    pattern:
      /(?<value>\$(?:2[aby]?\$\d\d\$[\w./]{53}|[56]\$[^\s:$]{1,32}\$[\w./]{43,86}|argon2[id]{1,2}\$[\w=,$+/]{40,}))/g,
  },
  { near: ["/private-"], pattern: /(?<kept>\/private-)(?<value>[a-f0-9]{32})/g },
  {
    pattern:
      /(?<![A-Za-z0-9])(?<value>(?:SK|key-)[a-f0-9]{32}|SEC[a-f0-9]{64}|[a-f0-9]{24}:[a-f0-9]{64}|[a-f0-9]{32}-(?:us\d{1,2}|[a-f0-9]{8}-[a-f0-9]{8}))(?![A-Za-z0-9])/g,
  },
  { pattern: /(?<![A-Za-z0-9])(?<value>s\.[A-Za-z0-9]{24}|pat\w{14}\.[a-f0-9]{64})(?![A-Za-z0-9])/g },
  { pattern: /(?<![A-Za-z0-9])(?<value>[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,})/g },
  {
    pattern: /(?<![A-Za-z0-9/+=])(?<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g,
    isSecret: looksLikeBase64,
  },
  // Longer ones, unless they begin within an address.
  {
    pattern:
      /(?<![A-Za-z0-9/+=.]|\bsha\d{3}-)(?<value>[A-Za-z0-9+][A-Za-z0-9/+]{40,}={0,2})(?![A-Za-z0-9/+=])/g,
    isSecret: looksLikeBase64,
  },
  { pattern: /(?<![A-Za-z0-9_])(?<!\bsha\d{3}-)(?<value>[A-Za-z0-9_]{32,})/g, isSecret: looksRandom },
];

/** A part that every secret contains. Most texts contain none, and this one check is all they need. */
const SUSPICIOUS = new RegExp(
  [
    ...new Set(PATTERNS.flatMap(({ near }) => near ?? [])),
    // A card, an account, a social security number, a random text and Base64.
  ]
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .concat(
      String.raw`\d{13}|\d{3}${GAP}\d{3,7}${GAP}\d{3}|\d{3}-\d{2}-\d{4}`,
      String.raw`[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11}`,
      String.raw`\d{6}-\d{6}|[A-Z0-9]{5}-[A-Z0-9]{5}-`,
      String.raw`:\d{4,5}:`,
      String.raw`[\w-]{24}|[A-Za-z0-9/+]{40}`,
    )
    .join("|"),
  "i",
);

const patternsNear = wordFinder(
  PATTERNS.flatMap((each) => (each.near ?? []).map((word) => [word, each] as const)),
);

/** Masks everything in a text that looks like a secret. The rest stays as it is. */
export function maskSecrets(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  let masked = text;
  const near = patternsNear(text.toLowerCase());
  for (const each of PATTERNS) {
    if (each.near && !near.has(each)) continue;
    const { pattern, isSecret } = each;
    masked = masked.replace(pattern, (...match) => {
      const { kept = "", value } = match.at(-1) as { kept?: string; value: string };
      const whole = match[0] as string;
      if (value === MASK || (isSecret && !isSecret(value))) return whole;
      return `${kept}${MASK}`;
    });
  }
  return masked;
}
