export const AUTH_FLOW_LIFETIME_S = 600;
/** Sign-ins that a browser can have under way: the cookies of each take a KiB of every request. */
export const SIGN_INS_PER_BROWSER_MAX = 4;
export const AUTH_FLOWS_SWEPT_AFTER_DAYS = 1;
export const AUTH_FLOWS_SWEPT_PER_BATCH = 5_000;
export const LOOPBACK_PORT_MIN = 1024;
export const LOOPBACK_PORT_MAX = 65_535;
export const PROVIDER_TIMEOUT_MS = 8_000;
/** Of one answer: documents, keys, tokens and what is said of a person take some KiB. */
export const PROVIDER_ANSWER_BYTES_MAX = 1_048_576;
/** How long all of a provider's answers may take together once somebody comes back from it. */
export const SIGN_IN_MS_MAX = 25_000;
export const DISCOVERY_KEPT_S = 600;
export const REFRESH_BEFORE_EXPIRY_S = 60;
export const DEVELOPER_NAME_CHARS_MAX = 255;
export const AVATAR_URL_CHARS_MAX = 2_048;
/** How far the clocks of our own servers may be apart. */
export const JWT_TOLERANCE_S = 300;
/** No JWT_TTL_MINUTES is longer than a year. */
export const JWT_LIFETIME_DAYS_MAX = 366;
/** How many valid JWTs a process remembers; one takes about 1 KB. */
export const JWTS_KNOWN_MAX = 2_000;
/** How long ago somebody may have signed in who ends their account. */
export const RECENT_SIGN_IN_MINUTES = 15;
/** Failed sign-ins are counted for this long, and written down at most so often by each process. */
export const SIGN_IN_PROBLEMS_KEPT_DAYS = 7;
export const SIGN_IN_PROBLEMS_WRITTEN_MS = 2_000;
