import { processWide } from "@/lib/platform/process-wide";

/**
 * What the front door (`lib/server/front-door`) tells the code behind it. It stands here and in no header, because whoever
 * sends a request can write any header.
 */
type FrontDoor = {
  /** Whether the last entry of `X-Forwarded-For` is the address of the connection that a request came by. */
  notesAddresses: boolean;
  /** Whether answers may go on for minutes: the process stays, and its connections are bounded. */
  holdsStreams: boolean;
  /** Whether the process is about to stop: what is under way is finished, and nothing new should be sent here. */
  isStopping: boolean;
};

/** The state of this process's front door; as it stands at first where there is none, as on a serverless host. */
export function frontDoor(): FrontDoor {
  return processWide("front-door", () => ({ notesAddresses: false, holdsStreams: false, isStopping: false }));
}
