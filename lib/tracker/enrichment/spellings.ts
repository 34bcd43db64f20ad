import { parseUrl } from "@/lib/platform/parse-url";

/** A host as addresses are read, whoever wrote it: in lower case, umlauts and the like in ASCII, no dot at its end. */
export function normalHost(host: string): string {
  const lower = host.trim().toLowerCase().replace(/\.+$/, "");
  const isInAscii = !/\P{ASCII}/u.test(lower);
  return isInAscii || /[/?#@:\\]/.test(lower) ? lower : (parseUrl(`http://${lower}`)?.hostname ?? lower);
}

/**
 * The beginning of a home folder: on macOS, Linux and Windows, and as WSL, shared folders and editors' URIs spell these.
 */
export const HOME = [
  "(?:/System/Volumes/Data|/Volumes/[^/\\r\\n]{1,64})?/Users/",
  "(?:/var|/export|/usr)?/home/",
  "[\\\\/]{2}wsl(?:\\$|\\.localhost)[\\\\/][^\\\\/\\r\\n]{1,64}[\\\\/]home[\\\\/]",
  "\\\\\\\\[^\\\\/?\\r\\n]{1,64}\\\\(?:[A-Za-z]\\$\\\\)?Users\\\\",
  "(?:/mnt/|/cygdrive/|/)?(?:\\\\\\\\\\?\\\\)?[A-Za-z](?:(?::|%3A)[\\\\/]{1,2}|/)Users[\\\\/]{1,2}",
  "[A-Za-z]:[\\\\/]+Documents and Settings[\\\\/]",
].join("|");
/** Shared folders beside those of people. */
export const NOBODYS = "(?!(?:Shared|Public|Default|All Users)(?:[\\\\/]|$))";
export const MAY_HOLD_HOME = /[\\/](?:users|home|documents and settings)[\\/]/i;
const HOME_OF_PATH = new RegExp(`^(?:${HOME})${NOBODYS}[^\\\\/]+(?=[\\\\/]|$)`, "i");

/** A path with `~` for the home folder that it begins with. */
export function withoutHome(path: string): string {
  return MAY_HOLD_HOME.test(path) ? path.replace(HOME_OF_PATH, "~") : path;
}

/** A drive of Windows in a path, as Cygwin, WSL and URIs spell it. */
const DRIVE = /^\/(?:(?:mnt|cygdrive)\/([a-z])(?=\/|$)|([a-z]):)/;

/** What stands before a path on another machine, as editors name it; before a stored one, `~` follows at once. */
const MACHINE = /^(?:file:\/\/|(?:vscode-remote|ssh|sftp):\/\/[^/~]*)/i;
/** The administrator's home, which names nobody. */
const HOME_OF_ROOT = /^\/root(?=\/|$)/;

/**
 * A path as rules compare it, wherever it is: with `~` for the home folder, as it is stored of samples, `/` and drives
 * in one spelling, in lower case, without a trailing slash.
 */
export function normalPath(path: string): string {
  const bare = path.trim().replace(MACHINE, "");
  return withoutHome(bare)
    .replace(HOME_OF_ROOT, "~")
    .normalize("NFC")
    .replaceAll("\\", "/")
    .replace(/\/+/g, "/")
    .replace(/\/$/, "")
    .toLowerCase()
    .replace(DRIVE, (_, mounted?: string, drive?: string) => `${mounted ?? drive}:`);
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//;
const USER = /^[^/\\@]*@/;
const PORT_OF_URL = /^([^/:]+):\d+(?=\/)/;
/** `host:owner/name`, or `host:22/owner/name` as some write it. */
const HOST_AND_COLON = /^([^/:]+):(?:\d+\/(?=[^/]+\/))?\/*/;
const LIKE_A_HOST = /^[^/\\:]+\.[a-z0-9-]+:/;
/** What people with several accounts call a host in their SSH settings: `github.com-work`. No real host ends like that. */
const HOST_OF_ACCOUNT = /^((?:[^/.]+\.)+(?!xn--)[a-z]{2,})-[^/.]+(?=\/)/;

/** Other addresses of one repository: those of Azure DevOps, old and for SSH, and that of Bitbucket's server for HTTP. */
const OTHER_ADDRESSES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:ssh\.dev\.azure|vs-ssh\.visualstudio)\.com\/v3\/([^/]+)\/([^/]+)\/([^/]+)$/,
    "dev.azure.com/$1/$2/_git/$3",
  ],
  [/^([^/.]+)\.visualstudio\.com\/(?:defaultcollection\/)?(?=.*_git\/)/, "dev.azure.com/$1/"],
  [/^dev\.azure\.com\/([^/]+)\/_git\/([^/]+)$/, "dev.azure.com/$1/$2/_git/$2"],
  [/^(?=[^/]*\.)([^/]+)\/scm\/([^/]+\/[^/]+)$/, "$1/$2"],
];

/** `github.com/owner/name` for a remote in any spelling; for a folder, its path. */
export function normalRepository(repository: string): string {
  const given = repository.trim().toLowerCase();
  const place = given.replace(SCHEME, "");
  const isUrl = place !== given;
  const bare = isUrl ? place.replace(USER, "").replace(PORT_OF_URL, "$1") : place.replace(USER, "");
  const isRemote = isUrl || bare !== place || LIKE_A_HOST.test(bare);
  const named = isRemote ? bare.replace(HOST_AND_COLON, "$1/").replace(HOST_OF_ACCOUNT, "$1") : bare;
  const address = named
    .replaceAll("\\", "/")
    .replace(/(?<=[^/])\/{2,}/g, "/")
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/, "");
  return OTHER_ADDRESSES.reduce((found, [other, usual]) => found.replace(other, usual), address);
}
