import { createHash, randomUUID } from "node:crypto";
import type { APIRequestContext, Page, Route } from "@playwright/test";
import pg from "pg";
import { api, expect, expectAccessible, type Person } from "@/tests/e2e/fixtures";
import { openOwnWorkspace } from "@/tests/e2e/people";
import { withStorage } from "@/tests/e2e/with-storage";

/* The screenshots of a workspace, as those see them who may open them. */

/** What is stored of a device whose owner was told long enough ago. */
const TOLD = { policy: "full_screen", before: "full_screen", from: "2020-01-01T00:00:00.000Z" };
const PHONE = { width: 390, height: 844 };

/** A device that may take screenshots: its owner was told of them long ago. */
async function openDevice(page: Page, person: Person, databaseUrl: string) {
  const owner = await openOwnWorkspace(page, person);
  const { id } = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Note G",
    settings: { tracker_enabled: true },
  });
  const deviceId = randomUUID();
  const device = { device_id: deviceId, project_id: id, name: "Loom", platform: "linux" };
  await api(page.request, owner.bearer, "POST", "/tracker/devices:enroll", device);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("UPDATE tracker_device SET screenshots = $2, config = $3 WHERE id = $1", [
    deviceId,
    TOLD,
    { screenshot_policy: "full_screen" },
  ]);
  await client.end();
  return { ...owner, deviceId };
}

/** Uploads an image as the client does, and the sample that it is of. */
async function upload(
  request: APIRequestContext,
  { bearer, deviceId }: { bearer: string; deviceId: string },
  image: Buffer,
) {
  const eventId = randomUUID();
  const { evidence_ref, upload_url } = await api<{ evidence_ref: string; upload_url: string }>(
    request,
    bearer,
    "POST",
    `/tracker/evidence:presign?device_id=${deviceId}`,
    {
      event_id: eventId,
      content_type: "image/png",
      byte_size: image.length,
      sha256: createHash("sha256").update(image).digest("hex"),
    },
  );
  const put = await fetch(upload_url, {
    method: "PUT",
    headers: { "content-type": "image/png" },
    body: new Uint8Array(image),
  });
  expect(put.status).toBe(200);
  await api(request, bearer, "POST", `/tracker/evidence/${evidence_ref}:verify`);
  await api(request, bearer, "POST", "/tracker/events:batch", {
    schema_version: "1.0",
    device_id: deviceId,
    sent_at: new Date().toISOString(),
    events: [
      {
        event_id: eventId,
        client_seq: 1,
        ts: new Date(Date.now() - 60_000).toISOString(),
        interval_s: 60,
        active_app: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "note-g.ts" },
        evidence_ref,
      },
    ],
  });
}

withStorage(
  "the screenshots of a workspace are found by project and day, and opened one by one",
  async ({ page, person, service }) => {
    const device = await openDevice(page, person, service.databaseUrl);
    await page.goto(`${device.home}/tracker/screenshots`);
    await expect(page.getByText("No screenshots yet")).toBeVisible();
    await expectAccessible(page);

    // What the page looks like, as a screenshot of it.
    await upload(page.request, device, await page.screenshot());
    await page.reload();
    const row = page.getByRole("list", { name: "Screenshots, latest upload first" }).getByRole("listitem");
    await expect(row).toHaveCount(1);
    await expect(row).toContainText(`${person.name} · Loom · Note G`);
    await expectAccessible(page);

    await row.getByRole("button").click();
    const dialog = page.getByRole("dialog");
    const picture = dialog.getByRole("img", { name: `The screen of ${person.name}` });
    await expect(picture).toBeVisible();
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(page.viewportSize()?.width);
    await expectAccessible(page);
    const saved = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^ev_\w+\.png$/);
    await page.setViewportSize(PHONE);
    await expect(picture).toBeInViewport();
    await page.goBack();
    await expect(dialog).toHaveCount(0);

    await page.getByLabel("Project").selectOption("Note G");
    await expect(row).toHaveCount(1);
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await expect(page.getByText("No screenshot matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await expect(row).toHaveCount(1);
  },
);

withStorage(
  "one's own screenshot is opened at its sample, and nobody is said to have looked",
  async ({ page, person, service }) => {
    const device = await openDevice(page, person, service.databaseUrl);
    await upload(page.request, device, await page.screenshot());
    await page.goto("/account/captured");
    const samples = page.getByRole("region", { name: "Your samples" });
    await samples.locator("summary").click();
    const open = samples.getByRole("button", { name: "Open" });
    const ofStore = /X-Amz-Signature=/;
    const held: Route[] = [];
    await page.route(ofStore, (route) => void held.push(route));
    await open.click();
    const dialog = page.getByRole("dialog");
    const picture = dialog.getByRole("img", { name: "Your screen, " });
    await expect(dialog.getByRole("status", { name: "Loading the image" })).toBeVisible();
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await page.unroute(ofStore);
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(page.viewportSize()?.width);
    await expect(dialog).toContainText("Code · note-g.ts");
    await expectAccessible(page);
    const saved = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    expect((await saved).suggestedFilename()).toMatch(/^ev_\w+\.png$/);
    await page.setViewportSize(PHONE);
    await expect(picture).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(open).toBeFocused();
    await page.reload();
    await expect(page.getByText("Nobody has looked.")).toBeVisible();
  },
);

withStorage.describe("a screenshot that is gone", () => {
  withStorage.use({ expectedErrors: [/status of 404/] });

  withStorage("is said to be gone to who follows a link to it", async ({ page, person, service }) => {
    const device = await openDevice(page, person, service.databaseUrl);
    await page.goto(`${device.home}/tracker/screenshots?screenshot=ev_0123456789abcdefghijkl`);
    await expect(page.getByRole("dialog").getByText("It may have been deleted")).toBeVisible();
  });
});
