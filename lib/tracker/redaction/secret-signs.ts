/* What a secret is found by, and how what was drawn by lot differs from words. */

export type Pattern = {
  /**
   * A text without any of these, in lower case, contains no such secret. Undefined if the secrets have no text in
   * common.
   */
  near?: readonly string[];
  /** The pattern has two groups: `kept` comes first and stays, `value` is masked. */
  pattern: RegExp;
  /** Whether a match is a secret, where the pattern alone can't tell. */
  isSecret?(value: string): boolean;
};

/** Task keys and versions are no secrets, whatever precedes them. */
const HARMLESS =
  /^(?:[A-Za-z][A-Za-z0-9]{1,9}-\d{1,7}|v?\d+(?:\.\d+)+|\d{1,5}|true|false|null|none)[.,;:)]*$/i;

/** Ways to encrypt, hash and sign, which texts about passwords and keys name. */
const METHOD =
  /^(?:[HREP]S(?:256|384|512)|(?:AES|RSA|SHA|MD|ERC|NIST|ISO)-?\d[\w-]*|ed25519|x25519|argon2\w{0,2}|b?crypt\d*|scrypt|PBKDF2|JWT|FIDO2)(?:\/|[.,;:)?!]*$)/i;

/** The name of a value rather than the value, as in code: `$TOKEN`, `${{ secrets.x }}`, `process.env.X`, `<password>`. */
const REFERENCE =
  /^["'`]?(?:\$[A-Z_][A-Z0-9_]*|\$\{.*|\{\{.*|\$\(.*|%[A-Z_]+%|<[a-z _-]+>?|\$\d|(?:process|os|req|request|config|settings|import\.meta)[.[].*|[A-Za-z_][\w.]*\(["'][\w ./-]*["']?\)*|[A-Za-z_][\w.]*\(\)|[a-z]\w*\.\w+\(.*|await|your[_-][\w-]+|[Nn]one|null|undefined|[Tt]rue|[Ff]alse|\*+|x{4,})["'`]?[);,]*$/;

/** Whether what is assigned to the name of a secret may be one. */
export const mayBeValue = (value: string) => !REFERENCE.test(value);

/** Whether a word after "password:" looks like a password, rather than the rest of a sentence. */
export function looksChosen(value: string): boolean {
  if (HARMLESS.test(value) || METHOD.test(value) || REFERENCE.test(value)) return false;
  // Routers are sold with such keys.
  if (/^\d{16,32}$/.test(value)) return true;
  // A sign in quotes is what a parser complains of.
  const isQuoted = /^["'`]/.test(value) && !/^["'`].?["'`]$/.test(value);
  return isQuoted || (value.length >= 6 && /[\d!@#$%^&*]/.test(value) && /[^\W\d]/.test(value));
}

/** The same for one in quotes, which many other things are too. */
export const inQuotes = (value: string) => looksChosen(value.slice(1, -1));

/** How often letters and digits, or lower and upper case, meet: often in what was drawn by lot, seldom in words. */
function changes(value: string): number {
  return value.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;
}

const isHex = (value: string) => /^[\da-f]*$/i.test(value);

/** Ids of things, which as a rule end in lot too: ULIDs, and what begins with 01 and is 24 long. */
const IS_ID = /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|01[A-Za-z0-9]{22})$/;

/** Whether what follows a prefix, such as `acme_`, was drawn by lot. A hash after a word is no secret. */
export const looksIssued = (value: string) =>
  !isHex(value) && !IS_ID.test(value) && /^(?:\D*\d){3}/.test(value) && changes(value) >= 8;

/** The same behind a prefix that says that it is a key, as `acme_sk_` does: there a hash or a UUID is one too. */
export const looksIssuedAsKey = (value: string) =>
  /^(?:\D*\d){3}/.test(value) && (/^[\da-f]{16,}$/i.test(value.replaceAll("-", "")) || changes(value) >= 6);

/** Whether what follows the name of a secret without a sign between was drawn by lot. */
export const looksDrawn = (value: string) => /^(?:0x)?[\da-f]{32,128}$/i.test(value) || looksIssued(value);

/** Base64, which a path is not: its words change their case far less often. */
export const looksLikeBase64 = (value: string) =>
  // A path may end in a hash, but has few capitals.
  /[/+]/.test(value) &&
  /\d/.test(value) &&
  value.replace(/[^A-Z]/g, "").length >= value.length * 0.1 &&
  changes(value) >= value.length * 0.3;

/** Whether a part of an address's path is a token rather than words or a UUID. */
export const looksLikeToken = (value: string) =>
  isHex(value) ||
  (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value) &&
    // Without a digit it may be words that are written together, whose case changes less often.
    changes(value) >= (/\d/.test(value) ? 4 : value.length * 0.4));

/**
 * Hashes and hexadecimal ids are not masked; text that mixes upper case, lower case and digits throughout looks random.
 * Names of files and classes have some of each, but seldom beside each other.
 */
export function looksRandom(value: string): boolean {
  const count = (of: RegExp) => value.match(of)?.length ?? 0;
  return (
    count(/\d/g) >= 4 && count(/[A-Z]/g) >= 4 && count(/[a-z]/g) >= 4 && changes(value) >= value.length * 0.35
  );
}
