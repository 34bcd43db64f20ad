/** The fields of a sample that deriving needs; null where the client sent nothing. */
export type Sample = {
  id: string;
  deviceId: string;
  eventId: string;
  /** The project that the device was bound to when the sample was taken. */
  boundProjectId: string;
  /** The second at which it ends, since 1970. It covers the `intervalS` seconds before. */
  end: number;
  intervalS: number;
  /** Key and mouse events; null if the client does not count them. */
  inputEvents: number | null;
  appName: string;
  bundleId: string;
  windowTitle: string | null;
  url: string | null;
  pageTitle: string | null;
  branch: string | null;
  /** Its repository's remote or folder. */
  repo: string | null;
  /** A terminal's working directory. */
  cwd: string | null;
  path: string | null;
  /** Whether the content was private, so that only the app was stored. */
  isPrivate: boolean;
  inCall: boolean;
  /** The name or bundle id of the app that the call is in. */
  callApp: string | null;
};
