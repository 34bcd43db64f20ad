import type { WorkspaceScope } from "@/lib/access/authorise";
import { EventStream } from "@/lib/http/answers";
import { AppError } from "@/lib/http/app-error";
import { countedIp } from "@/lib/http/client-ip";
import { liveHub } from "@/lib/live/hub";
import { frontDoor } from "@/lib/platform/front-door";

/**
 * Opens a stream of the changes in a workspace that the caller may read.
 * @throws AppError too_many_requests, not_configured if no process stays to write it, unavailable while the database
 * sends no notifications
 */
export async function openStream(scope: WorkspaceScope, request: Request): Promise<EventStream> {
  const { holdsStreams, isStopping } = frontDoor();
  const isAwaited = true;
  if (!holdsStreams) {
    throw new AppError("not_configured", "This host keeps no streams open: ask again every 20 s.", {
      isAwaited,
    });
  }
  if (isStopping) throw new AppError("unavailable", "This process is about to stop.", { isAwaited });
  return new EventStream(await liveHub().open(scope, countedIp(request)));
}
