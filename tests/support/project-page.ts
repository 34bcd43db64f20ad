import * as ownComment from "@/app/api/v1/public/projects/[slug]/requests/[request_id]/comments/[comment_id]/route";
import * as comment from "@/app/api/v1/public/projects/[slug]/requests/[request_id]/comments/route";
import * as one from "@/app/api/v1/public/projects/[slug]/requests/[request_id]/route";
import * as vote from "@/app/api/v1/public/projects/[slug]/requests/[request_id]/vote/route";
import * as requests from "@/app/api/v1/public/projects/[slug]/requests/route";
import * as block from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/blocked-visitors/[developer_id]/route";
import * as staffComment from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/comments/[comment_id]/route";
import * as staffComments from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/comments/route";
import * as merge from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/merge/route";
import * as staffOne from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/[request_id]/route";
import * as staffRequests from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/route";
import * as settings from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/requests/settings/route";
import * as project from "@/app/api/v1/workspaces/[workspace_id]/projects/[project_id]/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aProject, aWorkspace } from "@/tests/support/factories";

type Person = { jwt: string };

/** A public project of Ada's with all tabs on, and what visitors and staff do on its page. */
export async function aProjectPage() {
  const ada = await aDeveloper({ name: "Ada" });
  const workspace = await aWorkspace(ada);
  const { id, key, slug } = await aProject(ada, workspace.id);
  const staff = { workspace_id: workspace.id, project_id: id };
  const params = { slug };
  const as = (person: Person | null) => (person ? { bearer: person.jwt } : {});
  const change = (body: object) => call(project.PATCH, "PATCH", { ...as(ada), params: staff, body });
  await change({ is_public: true, public_slug: slug });
  return {
    ada,
    workspace,
    project: { id, key, slug },
    staff,
    params,
    change,
    ask: (person: Person | null, body: object) =>
      call(requests.POST, "POST", { ...as(person), params, body }),
    /** The id of a request that was filed. Its author's own vote is taken back, so that tests count what they cast. */
    async asked(person: Person, title = "Dark mode"): Promise<string> {
      const answer = await this.ask(person, { title });
      if (answer.status !== 201) throw new Error(answer.text);
      await db().projectRequestVote.deleteMany({ where: { requestId: answer.json.id } });
      return answer.json.id;
    },
    edit: (person: Person | null, request_id: string, body: object) =>
      call(one.PATCH, "PATCH", { ...as(person), params: { ...params, request_id }, body }),
    drop: (person: Person | null, request_id: string) =>
      call(one.DELETE, "DELETE", { ...as(person), params: { ...params, request_id } }),
    editComment: (person: Person | null, request_id: string, comment_id: string, body: string) =>
      call(ownComment.PATCH, "PATCH", {
        ...as(person),
        params: { ...params, request_id, comment_id },
        body: { body },
      }),
    dropComment: (person: Person | null, request_id: string, comment_id: string) =>
      call(ownComment.DELETE, "DELETE", { ...as(person), params: { ...params, request_id, comment_id } }),
    list: (query: Record<string, string> = {}, person: Person | null = null) =>
      call(requests.GET, "GET", { ...as(person), params, query }),
    look: (request_id: string, person: Person | null = null) =>
      call(one.GET, "GET", { ...as(person), params: { ...params, request_id } }),
    vote: (person: Person | null, request_id: string) =>
      call(vote.PUT, "PUT", { ...as(person), params: { ...params, request_id } }),
    unvote: (person: Person | null, request_id: string) =>
      call(vote.DELETE, "DELETE", { ...as(person), params: { ...params, request_id } }),
    comments: (request_id: string, person: Person | null = null) =>
      call(comment.GET, "GET", { ...as(person), params: { ...params, request_id } }),
    say: (person: Person | null, request_id: string, body: object = { body: "Yes please" }) =>
      call(comment.POST, "POST", { ...as(person), params: { ...params, request_id }, body }),
    staffList: (query: Record<string, string> = {}, person: Person = ada) =>
      call(staffRequests.GET, "GET", { ...as(person), params: staff, query }),
    update: (request_id: string, body: object, person: Person = ada) =>
      call(staffOne.PATCH, "PATCH", { ...as(person), params: { ...staff, request_id }, body }),
    reply: (request_id: string, body: string, person: Person = ada) =>
      call(staffComments.POST, "POST", { ...as(person), params: { ...staff, request_id }, body: { body } }),
    staffComments: (request_id: string) =>
      call(staffComments.GET, "GET", { ...as(ada), params: { ...staff, request_id } }),
    moderate: (request_id: string, comment_id: string, visibility: string) =>
      call(staffComment.PATCH, "PATCH", {
        ...as(ada),
        params: { ...staff, request_id, comment_id },
        body: { visibility },
      }),
    merge: (request_id: string, into_id: string) =>
      call(merge.POST, "POST", { ...as(ada), params: { ...staff, request_id }, body: { into_id } }),
    block: (developer_id: string) =>
      call(block.PUT, "PUT", { ...as(ada), params: { ...staff, developer_id } }),
    unblock: (developer_id: string) =>
      call(block.DELETE, "DELETE", { ...as(ada), params: { ...staff, developer_id } }),
    set: (body: object) => call(settings.PATCH, "PATCH", { ...as(ada), params: staff, body }),
  };
}
