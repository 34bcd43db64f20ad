/** One sample as far as deriving needs it; null where the client sent nothing. */
export type Sample = {
  id: string;
  deviceId: string;
  eventId: string;
  /** The project that the device was bound to when the sample was taken. */
  boundProjectId: string;
  /** The whole second at which it ends, since 1970. It covers the `intervalS` seconds before. */
  end: number;
  intervalS: number;
  /** Key and mouse events; null where the client does not count them. */
  inputEvents: number | null;
  appName: string;
  bundleId: string;
  windowTitle: string | null;
  url: string | null;
  pageTitle: string | null;
  branch: string | null;
  /** The remote or folder of its repository. */
  repo: string | null;
  /** The working directory of a terminal. */
  cwd: string | null;
  path: string | null;
  /** Whether it showed what is nobody's business, so that nothing but its app was kept. */
  isPrivate: boolean;
  inCall: boolean;
  /** The name or the bundle id of the app that the call is in. */
  callApp: string | null;
};
