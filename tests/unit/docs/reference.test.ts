import { beforeAll, describe, expect, it, vi } from "vitest";
import { listAreas, type Operation } from "@/app/docs/reference";

const LOAD_MS = 120_000;

describe("the API reference", () => {
  it(
    "that could not be read is read anew by whoever asks next",
    async () => {
      // As of a process that has not read it yet.
      vi.resetModules();
      const { ROUTES } = await import("@/app/api/v1/openapi.json/routes");
      const reference = await import("@/app/docs/reference");
      const routes = ROUTES as Record<string, () => Promise<never>>;
      routes["/broken"] = () => Promise.reject(new Error("Cannot load it"));
      await expect(reference.listAreas("https://api.acme.dev")).rejects.toThrow("Cannot load it");
      delete routes["/broken"];
      expect((await reference.listAreas("https://api.acme.dev")).length).toBeGreaterThan(5);
    },
    LOAD_MS,
  );

  let operations: Operation[];
  beforeAll(async () => {
    operations = (await listAreas("https://api.acme.dev")).flatMap((area) => area.operations);
  }, LOAD_MS);

  const answer = (id: string, status: string) =>
    operations.find((each) => each.id === id)?.answers.find((each) => each.status === status);
  const names = (id: string, status: string) => answer(id, status)?.fields.map(({ name }) => name);

  it("shows what an error holds besides its sentence, where the route says so", () => {
    expect(names("crm.records.update", "412")).toEqual(["detail", "record"]);
    expect(names("health.ready.get", "503")).toContain("status");
  });

  it("shows nothing of errors that are the same everywhere", () => {
    expect(answer("crm.records.update", "404")).toMatchObject({ status: "404", fields: [] });
  });

  it("shows what is answered where something was made, and where it was only changed", () => {
    const both = operations.filter(
      ({ answers }) => answers.filter(({ status }) => status === "200" || status === "201").length === 2,
    );
    expect(both.length).toBeGreaterThan(0);
    for (const { id } of both) {
      expect(names(id, "201")?.length, id).toBeGreaterThan(0);
      expect(names(id, "201"), id).toEqual(names(id, "200"));
    }
  });
});
