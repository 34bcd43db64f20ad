import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { DELETE as drop } from "@/app/api/v1/workspaces/[workspace_id]/repositories/[repository_id]/route";
import { PATCH as change } from "@/app/api/v1/workspaces/[workspace_id]/teams/[team_id]/route";
import { POST as create } from "@/app/api/v1/workspaces/[workspace_id]/teams/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

it("no team keeps a repository as its source that is dropped while it is chosen", async () => {
  const ada = await aDeveloper();
  const { id: workspace_id } = await aWorkspace(ada);
  const bearer = ada.jwt;
  const params = { workspace_id };
  for (let round = 0; round < 5; round++) {
    const repository = await db().workspaceRepository.create({
      data: {
        workspaceId: workspace_id,
        externalId: randomUUID(),
        fullName: "acme/web",
        defaultBranch: "main",
        isPrivate: true,
      },
    });
    const team = await call(create, "POST", {
      bearer,
      params,
      body: { name: `T${round}`, type: "repo_based" },
    });
    const body = { source_repository_ids: [repository.id] };
    const answers = await Promise.all([
      call(change, "PATCH", { bearer, params: { ...params, team_id: team.json.id }, body }),
      call(create, "POST", { bearer, params, body: { ...body, name: "Made", type: "repo_based" } }),
      call(drop, "DELETE", { bearer, params: { ...params, repository_id: repository.id } }),
      call(create, "POST", { bearer, params, body: { ...body, name: "Made", type: "repo_based" } }),
    ]);
    expect(answers.filter(({ status }) => ![200, 201, 204, 422].includes(status))).toEqual([]);
    expect(
      await db().$queryRaw`
      SELECT name FROM team WHERE source_repository_ids @> to_jsonb(${repository.id}::text)`,
    ).toEqual([]);
  }
});
