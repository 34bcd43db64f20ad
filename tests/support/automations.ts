import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import * as automations from "@/app/api/v1/workspaces/[workspace_id]/crm/automations/route";
import * as sequences from "@/app/api/v1/workspaces/[workspace_id]/crm/sequences/route";
import { runAutomation } from "@/lib/crm/automations/run-automation";
import { createRecordAs, deleteRecordsAs, updateRecordsAs } from "@/lib/crm/records/write-records";
import type { Writer } from "@/lib/crm/records/writer";
import { db, transaction } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";

/** A workspace with its owner, and what one does with its CRM. */
export async function aCrm() {
  const ada = await aDeveloper();
  const workspace = await aWorkspace(ada);
  const params = { workspace_id: workspace.id };
  const writer: Writer = {
    workspaceId: workspace.id,
    actor: { kind: "developer", developerId: ada.id, causeId: null },
    causeRunId: null,
  };
  const saveAutomation = (body: object) => call(automations.POST, "POST", { bearer: ada.jwt, params, body });
  const saveSequence = (body: object) => call(sequences.POST, "POST", { bearer: ada.jwt, params, body });
  /** All that subscribers would be told, in order. */
  const events = async () => {
    const rows = await db().webhookDelivery.findMany({
      where: { webhook: { workspaceId: workspace.id } },
      orderBy: { eventId: "asc" },
    });
    return rows.map((row) => JSON.parse(row.body ?? ""));
  };
  await db().webhook.create({
    data: {
      workspaceId: workspace.id,
      url: "https://example.com/hook",
      events: ["*"],
      ownerId: ada.id,
      secretEncrypted: "",
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });
  return {
    ada,
    workspace,
    params,
    saveAutomation,
    saveSequence,
    events,
    anAutomation: async (body: object) => {
      const answer = await saveAutomation({ name: "Rule", ...body });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json as { id: string; actions: { id: string }[] };
    },
    aSequence: async (steps: object[], object = "company") => {
      const answer = await saveSequence({ name: "Onboarding", object, steps });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json as { id: string; steps: { id: string }[] };
    },
    create: (object: string, values: object) =>
      transaction((tx) => createRecordAs(tx, writer, object, { ...values }, new Date())),
    update: (object: string, id: string, values: object) =>
      transaction((tx) => updateRecordsAs(tx, writer, object, [id], { ...values }, new Date())),
    remove: (object: string, id: string) =>
      transaction((tx) => deleteRecordsAs(tx, writer, object, [id], new Date())),
    runs: () =>
      db().automationRun.findMany({
        where: { workspaceId: workspace.id },
        include: { actions: { orderBy: { position: "asc" } } },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      }),
    /** Does all runs, and those that they cause, until none waits. */
    drain: async () => {
      for (;;) {
        const waiting = await db().automationRun.findMany({
          where: { workspaceId: workspace.id, status: { in: ["pending", "running"] } },
          select: { id: true, sends: true },
          orderBy: { id: "asc" },
        });
        if (waiting.length === 0) return;
        for (const { id, sends } of waiting) {
          await runAutomation(id, sends ? "requests" : "database", new Date());
        }
      }
    },
  };
}

type Received = { method: string; url: string; headers: Record<string, unknown>; body: string };

/** A server that notes what it gets and answers with the status it is set to, until the test ends. */
export async function aReceiver(status = 200) {
  const received: Received[] = [];
  const at = { status };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString("utf8") });
      response.writeHead(at.status).end(`answered ${at.status}`);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, at };
}
