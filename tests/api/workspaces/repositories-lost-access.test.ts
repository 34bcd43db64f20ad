import { afterEach, expect, it } from "vitest";
import { DELETE as removeMember } from "@/app/api/v1/workspaces/[workspace_id]/members/[developer_id]/route";
import { POST as reclaim } from "@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/reclaim/route";
import { POST as adopt } from "@/app/api/v1/workspaces/[workspace_id]/repositories/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aConnectedDeveloper, startCodeHost } from "@/tests/support/code-host";
import { aDeveloper, aMember, aWorkspace } from "@/tests/support/factories";

const server = await startCodeHost();
afterEach(() => {
  server.hosted.interfere = () => undefined;
});

it.each(["adopts", "reclaims"])(
  "nobody %s a repository who is removed while the code host is asked",
  async (what) => {
    const owner = await aDeveloper();
    const workspaceId = (await aWorkspace(owner)).id;
    const params = { workspace_id: workspaceId };
    const admin = await aConnectedDeveloper(server);
    await aMember(workspaceId, "admin", admin);
    const hosted = server.hosted.host(`acme/lost-${what}`, [admin.account.id]);
    const abandoned = await db().workspaceRepository.create({
      data: {
        workspaceId,
        externalId: what === "adopts" ? "elsewhere" : String(hosted.id),
        fullName: "acme/abandoned",
        defaultBranch: "main",
        isPrivate: true,
      },
    });
    server.hosted.interfere = async () => {
      const at = { bearer: owner.jwt, params: { ...params, developer_id: admin.id } };
      expect((await call(removeMember, "DELETE", at)).status).toBe(204);
      return undefined;
    };
    const answer =
      what === "adopts"
        ? await call(adopt, "POST", { bearer: admin.jwt, params, body: { full_name: hosted.fullName } })
        : await call(reclaim, "POST", {
            bearer: admin.jwt,
            params: { ...params, repository_id: abandoned.id },
          });
    expect([answer.status, answer.json.detail]).toEqual([403, "Permission denied"]);
    expect(await db().workspaceRepository.findMany({ where: { workspaceId } })).toEqual([abandoned]);
  },
);
