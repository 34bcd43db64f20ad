import { processWide } from "@/lib/platform/process-wide";

/**
 * State that the front door (`lib/server/front-door`) shares with the code behind it. It is kept here and not in a
 * header, because any client can send any header.
 */
type FrontDoor = {
  /** Whether the last entry of `X-Forwarded-For` is the address of the request's own connection. */
  notesAddresses: boolean;
  /** Whether responses may stay open for minutes: the process is long-lived, and its connections are limited. */
  holdsStreams: boolean;
  /** Whether it says itself what of the settings is risky, once the service has started. */
  warnsOfSettings: boolean;
  /** Whether the process is shutting down: it finishes the requests in progress, and should get no new ones. */
  isStopping: boolean;
};

/** The state of this process's front door; the defaults if there is none, as on a serverless host. */
export function frontDoor(): FrontDoor {
  return processWide("front-door", () => ({
    notesAddresses: false,
    holdsStreams: false,
    warnsOfSettings: false,
    isStopping: false,
  }));
}
