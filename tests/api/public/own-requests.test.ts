import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { GET as logo } from "@/app/(public)/p/[slug]/logo/route";
import { aDeveloper } from "@/tests/support/factories";
import { aProjectPage } from "@/tests/support/project-page";

const told = ({ status, json }: { status: number; json: { detail?: string } | null }) => [
  status,
  json?.detail,
];

describe("one's own request", () => {
  it("has its author's vote, which counts once and can be withdrawn", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const { id } = (await page.ask(bea, { title: "Dark mode" })).json;
    expect((await page.look(id)).json).toMatchObject({ votes: 1, voted: false, is_own: false });
    expect((await page.vote(bea, id)).json).toEqual({ votes: 1, voted: true });
    expect((await page.unvote(bea, id)).json).toEqual({ votes: 0, voted: false });
  });

  it("can be edited only by its author, and shows that to all", async () => {
    const page = await aProjectPage();
    const [bea, cleo] = [await aDeveloper(), await aDeveloper()];
    const id = await page.asked(bea);
    expect((await page.look(id)).json).toMatchObject({ is_own: false, edited_at: null });
    expect((await page.look(id, bea)).json.is_own).toBe(true);
    expect(told(await page.edit(cleo, id, { title: "x" }))).toEqual([403, "Permission denied"]);
    expect((await page.edit(null, id, { title: "x" })).status).toBe(401);
    const edited = await page.edit(bea, id, { title: " Darker mode ", description: "For the night" });
    expect(edited.json).toMatchObject({ title: "Darker mode", description: "For the night", is_own: true });
    const seen = (await page.look(id)).json;
    expect([seen.title, seen.edited_at === null]).toEqual(["Darker mode", false]);
    for (const [body, path] of [
      [{ title: " " }, "title"],
      [{ description: "x".repeat(10_001) }, "description"],
      [{ category: "Nowhere" }, "category"],
    ] as const) {
      const answer = await page.edit(bea, id, body);
      expect([answer.status, answer.json.issues[0].path]).toEqual([422, path]);
    }
    expect((await page.edit(bea, id, { status: "done", votes: 99 })).json).toMatchObject({ status: "open" });
  });

  it("waits for approval again if its new text would have", async () => {
    const page = await aProjectPage();
    const [bea, cleo] = [await aDeveloper(), await aDeveloper()];
    const id = await page.asked(bea);
    const links = "http://a.example http://b.example http://c.example http://d.example";
    expect((await page.edit(bea, id, { description: links })).json.is_pending).toBe(true);
    expect((await page.look(id, cleo)).status).toBe(404);
    expect((await page.look(id, bea)).status).toBe(200);
    await page.update(id, { visibility: "hidden" });
    expect((await page.edit(bea, id, { title: "Again" })).status).toBe(404);
  });

  it("can be deleted by its author while nobody else has taken part", async () => {
    const page = await aProjectPage();
    const [bea, cleo] = [await aDeveloper(), await aDeveloper()];
    const { id } = (await page.ask(bea, { title: "One" })).json;
    await page.say(bea, id);
    expect((await page.drop(cleo, id)).status).toBe(403);
    expect((await page.drop(bea, id)).status).toBe(204);
    expect((await page.look(id, bea)).status).toBe(404);
    const voted = await page.asked(bea, "Two");
    await page.vote(cleo, voted);
    expect((await page.drop(bea, voted)).status).toBe(409);
    const said = await page.asked(bea, "Three");
    await page.say(cleo, said);
    expect((await page.drop(bea, said)).status).toBe(409);
    expect((await page.drop(bea, randomUUID())).status).toBe(404);
  });

  it("can't be changed by blocked people, or through other pages", async () => {
    const [page, other] = [await aProjectPage(), await aProjectPage()];
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    expect((await other.edit(bea, id, { title: "x" })).status).toBe(404);
    expect((await other.drop(bea, id)).status).toBe(404);
    await page.block(bea.id);
    expect((await page.edit(bea, id, { title: "x" })).status).toBe(403);
    expect((await page.drop(bea, id)).status).toBe(403);
  });
});

describe("one's own comment", () => {
  it("can be edited and deleted by its author; for others it is not found", async () => {
    const page = await aProjectPage();
    const [bea, cleo] = [await aDeveloper(), await aDeveloper()];
    const id = await page.asked(bea);
    const { id: commentId } = (await page.say(cleo, id)).json;
    expect((await page.comments(id, cleo)).json[0]).toMatchObject({ is_own: true, edited_at: null });
    expect((await page.comments(id, bea)).json[0].is_own).toBe(false);
    expect((await page.editComment(bea, id, commentId, "x")).status).toBe(404);
    expect((await page.dropComment(bea, id, commentId)).status).toBe(404);
    expect((await page.editComment(null, id, commentId, "x")).status).toBe(401);
    const edited = (await page.editComment(cleo, id, commentId, " No, thanks ")).json;
    expect([edited.body, edited.edited_at === null]).toEqual(["No, thanks", false]);
    expect((await page.editComment(cleo, id, commentId, " ")).status).toBe(422);
    expect((await page.comments(id)).json[0].body).toBe("No, thanks");
    expect((await page.dropComment(cleo, id, commentId)).status).toBe(204);
    expect((await page.comments(id)).json).toEqual([]);
    expect((await page.dropComment(cleo, id, commentId)).status).toBe(404);
  });

  it("can't be changed once staff have hidden it", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    const id = await page.asked(bea);
    const { id: commentId } = (await page.say(bea, id)).json;
    await page.moderate(id, commentId, "hidden");
    expect((await page.editComment(bea, id, commentId, "x")).status).toBe(404);
    expect((await page.dropComment(bea, id, commentId)).status).toBe(404);
  });
});

describe("categories", () => {
  it("are set by staff, chosen by authors, changed by both, and filter the list", async () => {
    const page = await aProjectPage();
    const bea = await aDeveloper();
    expect((await page.ask(bea, { title: "x", category: "App" })).json.issues[0].path).toBe("category");
    expect((await page.set({ categories: ["App", " Site "] })).json.categories).toEqual(["App", "Site"]);
    const { id } = (await page.ask(bea, { title: "One", category: "App" })).json;
    await page.ask(bea, { title: "Two" });
    const titles = async (query: Record<string, string>) =>
      (await page.list(query)).json.map(({ title }: { title: string }) => title);
    expect(await titles({ category: "App" })).toEqual(["One"]);
    expect((await page.edit(bea, id, { category: "Site" })).json.category).toBe("Site");
    expect((await page.update(id, { category: "App" })).json.category).toBe("App");
    expect((await page.update(id, { category: "Nowhere" })).status).toBe(422);
    // A category that is gone stays where it was given, and is given to nobody any more.
    await page.set({ categories: [] });
    expect((await page.look(id)).json.category).toBe("App");
    expect((await page.edit(bea, id, { title: "One more" })).json.category).toBe("App");
    expect((await page.edit(bea, id, { category: null })).json.category).toBeNull();
    for (const categories of [
      ["a", "A"],
      [" "],
      ["x".repeat(41)],
      Array.from({ length: 21 }, (_, n) => `${n}`),
    ]) {
      expect([(await page.set({ categories })).status, categories]).toEqual([422, categories]);
    }
  });
});

describe("logo and colour", () => {
  const PNG =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const seen = (slug: string) =>
    logo(new Request("http://localhost/logo"), { params: Promise.resolve({ slug }) });

  it("are set by staff, and the logo is served as an image", async () => {
    const page = await aProjectPage();
    const { slug } = page.project;
    expect((await seen(slug)).status).toBe(404);
    const set = await page.set({ color: "#5a31f4", logo: PNG });
    expect(set.json).toMatchObject({ color: "#5a31f4", has_logo: true });
    const answer = await seen(slug);
    expect([
      answer.status,
      answer.headers.get("content-type"),
      answer.headers.get("x-content-type-options"),
    ]).toEqual([200, "image/png", "nosniff"]);
    expect(Buffer.from(await answer.arrayBuffer()).toString("base64")).toBe(PNG.split(",")[1]);
    expect((await page.set({ is_indexed: true })).json).toMatchObject({ color: "#5a31f4", has_logo: true });
    expect((await page.set({ logo: null, color: null })).json).toMatchObject({
      color: null,
      has_logo: false,
    });
    expect((await seen(slug)).status).toBe(404);
    expect((await seen("no-such-page")).status).toBe(404);
  });

  it.each([
    ["data:image/svg+xml;base64,PHN2Zy8+", "logo"],
    ["https://example.com/logo.png", "logo"],
    [`data:image/png;base64,${Buffer.from("<script>alert(1)</script>").toString("base64")}`, "logo"],
    [`data:image/png;base64,${"A".repeat(100_000)}`, "logo"],
    ["javascript:alert(1)", "logo"],
  ])("refuse a logo that is not a small image (%#)", async (given, path) => {
    const page = await aProjectPage();
    const answer = await page.set({ logo: given });
    expect([answer.status, answer.json.issues[0].path]).toEqual([422, path]);
  });

  it.each(["red", "#FFF", "#12345g", "#123456;background:url(x)", 7])(
    "refuse the colour %s",
    async (color) => {
      const answer = await (await aProjectPage()).set({ color });
      expect([answer.status, answer.json.issues[0].path]).toEqual([422, "color"]);
    },
  );
});
