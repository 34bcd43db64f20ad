import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { api, bearerOf, expect, expectAccessible, openConsoleAs, saved, test } from "@/tests/e2e/fixtures";
import { openAsMember, openOwnWorkspace } from "@/tests/e2e/people";

/* What devices capture, as managers set it, and as people rule over their own. */

type Tracked = Awaited<ReturnType<typeof openTracked>>;

const PHONE = { width: 390, height: 844 };

/** A workspace of the person's with a project that is tracked. */
async function openTracked(page: Page, person: { name: string; email: string }) {
  const owner = await openOwnWorkspace(page, person);
  const { id } = await api<{ id: string }>(page.request, owner.bearer, "POST", `${owner.path}/projects`, {
    name: "Note G",
    settings: { tracker_enabled: true },
  });
  return { ...owner, page, projectId: id, project: `${owner.home}/projects/${id}` };
}

async function enrol(request: APIRequestContext, bearer: string, projectId: string, name: string) {
  const device_id = randomUUID();
  const body = { device_id, project_id: projectId, name, platform: "linux" };
  await api(request, bearer, "POST", "/tracker/devices:enroll", body);
  return device_id;
}

function beat({ page, bearer }: Tracked, deviceId: string) {
  return api<Record<string, unknown>>(
    page.request,
    bearer,
    "POST",
    `/tracker/devices:heartbeat?device_id=${deviceId}`,
  );
}

/** Uploads samples and gives back what became of each. */
function upload({ page, bearer }: Tracked, deviceId: string, samples: object[]) {
  const events = samples.map((sample, index) => ({
    event_id: randomUUID(),
    client_seq: index + 1,
    ts: new Date(Date.now() - 60_000).toISOString(),
    interval_s: 60,
    active_app: { name: "Code", bundle_id: "com.microsoft.VSCode", window_title: "note-g.ts" },
    ...sample,
  }));
  const body = {
    schema_version: "1.0",
    device_id: deviceId,
    sent_at: new Date().toISOString(),
    events,
  };
  return api<{ accepted: number }>(page.request, bearer, "POST", "/tracker/events:batch", body);
}

async function expectFitsPhone(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(excess).toBe(0);
  await expectAccessible(page);
  if (before) await page.setViewportSize(before);
}

test.describe("what a project's devices capture", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("is set on its Tracker tab: errors are shown at the field, and each device shows whether it has the settings", async ({
    page,
    person,
  }) => {
    const owner = await openTracked(page, person);
    const deviceId = await enrol(page.request, owner.bearer, owner.projectId, "Loom");
    await page.goto(owner.project);
    await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Tracker" }).click();
    await expect(page.getByText("Members' devices may record time for this project")).toBeVisible();
    const capture = page.getByRole("region", { name: "What devices capture" });
    const interval = capture.getByLabel("Take a sample every");
    await expect(interval).toHaveValue("60 s");
    await interval.fill("601");
    await capture.getByLabel("Excluded apps").fill(`com.example.bank\n${"x".repeat(300)}`);
    await capture.getByRole("button", { name: "Save" }).click();
    await expect(capture.getByText(/600/).last()).toBeVisible();
    await expect(interval).toHaveAttribute("aria-invalid", "true");
    await interval.fill("15");
    await capture.getByRole("button", { name: "Save" }).click();
    await expect(capture.getByLabel("Excluded apps")).toHaveAttribute("aria-invalid", "true");
    await capture.getByLabel("Excluded apps").fill("com.example.bank");
    await capture.getByLabel("Screenshots").selectOption("Window in use");
    await capture.getByRole("button", { name: "Save" }).click();
    await expect(capture.getByText(/^People have been notified of screenshots/)).toBeVisible();
    await expect(capture.getByRole("button", { name: "Save" })).toBeDisabled();

    const devices = page.getByRole("region", { name: "Devices" });
    await expect(devices.getByText("Settings pending")).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
    expect(await beat(owner, deviceId)).toMatchObject({
      sample_interval_s: 15,
      // Not before the day after the notice.
      screenshot_policy: "off",
      excluded_bundle_ids: ["com.example.bank"],
    });
    await page.reload();
    await expect(devices.getByText("Settings applied")).toBeVisible();
    await expect(interval).toHaveValue("15 s");
    await devices.getByRole("link", { name: "Loom" }).click();
    await expect(page.getByRole("dialog", { name: "Loom" })).toBeVisible();
  });
});

test.describe("what a project's devices capture, while the server fails", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("is not saved over what somebody else changed meanwhile", async ({ page, person }) => {
    const owner = await openTracked(page, person);
    await page.goto(`${owner.project}/tracker`);
    const capture = page.getByRole("region", { name: "What devices capture" });
    await expect(capture.getByLabel("Take a sample every")).toHaveValue("60 s");
    const address = `${owner.path}/projects/${owner.projectId}/tracker`;
    const config = async () =>
      (await api<{ config: object }>(page.request, owner.bearer, "GET", address)).config;
    await api(page.request, owner.bearer, "PUT", address, { config: { sample_interval_s: 30 } });
    await page.route(`**${address}`, (route) =>
      route.request().method() === "GET"
        ? route.fulfill({ status: 500, json: { detail: "Internal server error" } })
        : route.continue(),
    );
    await capture.getByLabel("Excluded apps").fill("com.example.bank");
    await capture.getByRole("button", { name: "Save" }).click();
    await expect(capture.getByRole("alert")).toContainText("Please try again");
    expect(await config()).toMatchObject({ sample_interval_s: 30, excluded_bundle_ids: [] });
    await page.unrouteAll();
    await capture.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved. Devices fetch it with their next heartbeat.")).toBeVisible();
    expect(await config()).toMatchObject({
      sample_interval_s: 30,
      excluded_bundle_ids: ["com.example.bank"],
    });
  });
});

test("a project is switched off, on, paused for an hour, and resumed", async ({ page, person }) => {
  const owner = await openTracked(page, person);
  const deviceId = await enrol(page.request, owner.bearer, owner.projectId, "Loom");
  await page.goto(`${owner.project}/tracker`);
  const card = page.getByRole("region", { name: "Tracker", exact: true });
  const choice = card.getByRole("radiogroup", { name: "Tracker" });
  await choice.getByText("Off", { exact: true }).click();
  await expect(card.getByText("No time is recorded for this project")).toBeVisible();
  await expect.poll(async () => (await beat(owner, deviceId)).paused).toBe(true);
  await choice.getByText("On", { exact: true }).click();
  await expect.poll(async () => (await beat(owner, deviceId)).paused).toBe(false);

  await card.getByRole("button", { name: "Pause…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Until another time").check();
  await dialog.getByLabel("Pause until").fill("2020-01-01T09:00");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(dialog.getByText("Choose a time in the future")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("For an hour").check();
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(card.getByText(/^Paused until/)).toBeVisible();
  expect((await beat(owner, deviceId)).paused).toBe(true);
  await expect(page.getByRole("list", { name: "Devices of Note G" }).getByText(/paused/)).toBeVisible();
  await card.getByRole("button", { name: "Resume" }).click();
  await expect(card.getByText("Not paused")).toBeVisible();
  expect((await beat(owner, deviceId)).paused).toBe(false);
});

test.describe("the devices of a workspace", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("are found by name and project, and each is set and paused by itself", async ({ page, person }) => {
    const owner = await openTracked(page, person);
    await page.goto(`${owner.home}/tracker/devices`);
    await expect(page.getByText("No devices yet")).toBeVisible();
    await expectAccessible(page);
    const deviceId = await enrol(page.request, owner.bearer, owner.projectId, "Loom");
    await enrol(page.request, owner.bearer, owner.projectId, "Mill");
    const old = new Date(Date.now() - 40 * 86_400_000).toISOString();
    await upload(owner, deviceId, [{}, { ts: old }, { interval_s: 601 }]);
    await page.reload();
    const list = page.getByRole("list", { name: "Devices, newest first" });
    await expect(list.getByRole("listitem")).toHaveCount(2);
    const loom = list.getByRole("listitem").filter({ hasText: "Loom" });
    await expect(loom).toContainText(`${person.name} · Linux · Note G`);
    await expect(loom).toContainText("Samples refused in 24 hours");
    await expect(loom).toContainText("1 too old, or from a clock that is ahead");
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.getByLabel("Search devices").fill("loo");
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await page.getByLabel("Project").selectOption("Note G");
    await expect(page).toHaveURL(/project=/);
    await expect(list.getByRole("listitem")).toHaveCount(1);
    await page.getByLabel("Search devices").fill("no such");
    await expect(page.getByText("No device matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear the filters" }).click();

    await list.getByRole("button", { name: "Loom" }).click();
    const drawer = page.getByRole("dialog", { name: "Loom" });
    await drawer.getByLabel("Stop when nobody types or clicks for").fill("5");
    await drawer.getByRole("button", { name: "Save" }).click();
    await expect(drawer.getByLabel("Stop when nobody types or clicks for")).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expectAccessible(page);
    await drawer.getByLabel("Stop when nobody types or clicks for").fill("120");
    await drawer.getByRole("button", { name: "Save" }).click();
    await expect(drawer).toHaveCount(0);
    await expect(loom).toContainText("Settings pending");
    expect(await beat(owner, deviceId)).toMatchObject({ idle_threshold_s: 120, sample_interval_s: 60 });

    await loom.getByRole("button", { name: "Loom" }).click();
    await drawer.getByRole("button", { name: "Pause…" }).click();
    await page.getByRole("dialog", { name: "Pause Loom?" }).getByRole("button", { name: "Pause" }).click();
    await expect(drawer.getByText("Paused", { exact: true })).toBeVisible();
    expect((await beat(owner, deviceId)).paused).toBe(true);
    await drawer.getByRole("button", { name: "Resume" }).click();
    await expect(drawer.getByText("Recording")).toBeVisible();
    expect((await beat(owner, deviceId)).paused).toBe(false);

    await page.goto(`${owner.home}/tracker/devices`);
    await page.getByRole("button", { name: "Pause all…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
    await expect(list.getByText("Paused in the whole workspace")).toHaveCount(2);
    await page.getByRole("button", { name: "Resume all" }).click();
    await expect(list.getByText("Paused in the whole workspace")).toHaveCount(0);
  });

  test("are hidden from people who don't manage the tracker, who see what is never kept", async ({
    page,
    person,
    browser,
    baseURL,
  }) => {
    const owner = await openTracked(page, person);
    await api(page.request, owner.bearer, "PUT", `${owner.path}/tracker/redaction`, {
      rules: [{ kind: "host", value: "union.example" }],
    });
    const { page: theirs } = await openAsMember(browser, baseURL, owner, "developer");
    await theirs.goto(`${owner.home}/tracker/devices`);
    await expect(theirs.getByRole("heading", { name: "You can't open this page" })).toBeVisible();
    await theirs.goto(`${owner.home}/tracker/privacy`);
    await expect(theirs.getByText("union.example")).toBeVisible();
    await expect(theirs.getByLabel("Screenshots")).toBeDisabled();
    await expect(theirs.getByRole("button", { name: "Add", exact: true })).toHaveCount(0);
    await expectAccessible(theirs);
    await theirs.goto(`${owner.project}/tracker`);
    await expect(theirs.getByText("Members' devices may record time for this project")).toBeVisible();
    await expect(theirs.getByRole("button", { name: "Pause…" })).toHaveCount(0);
    await theirs.context().close();
  });
});

test.describe("what a workspace never keeps", () => {
  test.use({ expectedErrors: [/status of 422/] });

  test("is added and removed, and its retention is changed", async ({ page, person }) => {
    const owner = await openTracked(page, person);
    await page.goto(`${owner.home}/tracker/privacy`);
    await expect(page.getByText(/This workspace leaves out nothing else/)).toBeVisible();
    const rules = page.getByRole("region", { name: "Never kept" });
    await rules.getByLabel("Site", { exact: true }).fill("https://union.example/");
    await rules.getByRole("button", { name: "Add" }).click();
    await expect(rules.getByText("Must be a host alone, such as mail.example.com")).toBeVisible();
    await expectAccessible(page);
    await rules.getByLabel("Site", { exact: true }).fill("union.example");
    await rules.getByRole("button", { name: "Add" }).click();
    await expect(rules.getByRole("list", { name: "Never kept" })).toContainText("union.example");
    await rules.getByRole("button", { name: "Remove union.example" }).click();
    await expect(page.getByText(/This workspace leaves out nothing else/)).toBeVisible();

    const kept = page.getByRole("region", { name: "How long things are kept" });
    await kept.getByLabel("Samples, with titles and addresses").fill("5");
    await kept.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep less" }).click();
    await expect(kept.getByLabel("Samples, with titles and addresses")).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await kept.getByLabel("Samples, with titles and addresses").fill("45");
    await kept.getByRole("button", { name: "Save" }).click();
    await saved(page, () => page.getByRole("dialog").getByRole("button", { name: "Keep less" }).click());
    await expect(kept.getByRole("button", { name: "Save" })).toBeDisabled();
    await page.reload();
    await expect(kept.getByLabel("Samples, with titles and addresses")).toHaveValue("45 days");
    await kept.getByLabel("Screenshots").fill("60");
    await kept.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Everybody with a device here is notified")).toHaveCount(2);
    await expectFitsPhone(page);
  });
});

test("what others exclude meanwhile stays excluded", async ({ page, person }) => {
  const owner = await openTracked(page, person);
  for (const [at, list] of [
    [`${owner.home}/tracker/privacy`, `${owner.path}/tracker/redaction`],
    ["/account/captured", "/tracker/redaction"],
  ] as const) {
    const put = (...hosts: string[]) =>
      api(page.request, owner.bearer, "PUT", list, {
        rules: hosts.map((value) => ({ kind: "host", value })),
      });
    const hostsNow = async () => {
      const { rules } = await api<{ rules: { value: string }[] }>(page.request, owner.bearer, "GET", list);
      return rules.map(({ value }) => value);
    };
    await put("old.example");
    await page.goto(at);
    const rules = page.getByRole("region", { name: "Never kept" });
    await expect(rules.getByText("old.example")).toBeVisible();
    // Somebody else adds one while this page is open, or the same person in another tab.
    await put("old.example", "theirs.example");
    await rules.getByLabel("Site", { exact: true }).fill("mine.example");
    await rules.getByRole("button", { name: "Add" }).click();
    await expect.poll(hostsNow).toEqual(["old.example", "theirs.example", "mine.example"]);
    await put("old.example", "theirs.example", "mine.example", "late.example");
    await rules.getByRole("button", { name: "Remove old.example" }).click();
    await expect.poll(hostsNow).toEqual(["theirs.example", "mine.example", "late.example"]);
    await expect(rules.getByText("late.example")).toBeVisible();
  }
});

test("somebody renames, pauses and unenrols their own device, and sets the hours in which it records", async ({
  page,
  person,
}) => {
  const owner = await openTracked(page, person);
  const deviceId = await enrol(page.request, owner.bearer, owner.projectId, "Loom");
  await api(page.request, owner.bearer, "PATCH", "/developers/me", { time_zone: "Pacific/Kiritimati" });
  await page.goto("/account");
  const devices = page.getByRole("region", { name: "Devices" });
  await devices.getByRole("button", { name: "Actions for Loom" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Jacquard");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(devices.getByText("Jacquard")).toBeVisible();

  await devices.getByRole("button", { name: "Actions for Jacquard" }).click();
  await page.getByRole("menuitem", { name: "Pause…" }).click();
  await page.getByRole("dialog").getByLabel("Until midnight").check();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await expect(devices.getByText(/^Paused by you until/)).toBeVisible();
  expect((await beat(owner, deviceId)).paused).toBe(true);
  // Midnight where the person's days end, 14 hours ahead of UTC, wherever the browser is.
  const [device] = await api<{ paused_until: string }[]>(
    page.request,
    owner.bearer,
    "GET",
    "/tracker/devices",
  );
  expect(device?.paused_until).toMatch(/T10:00:00/);
  await devices.getByRole("button", { name: "Actions for Jacquard" }).click();
  await page.getByRole("menuitem", { name: "Resume" }).click();
  await expect(devices.getByText(/^Paused by you/)).toHaveCount(0);
  expect((await beat(owner, deviceId)).paused).toBe(false);

  const hours = page.getByRole("region", { name: "Working hours" });
  await hours.getByLabel("Record only in these hours").check();
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]) {
    await hours.getByRole("checkbox", { name: day }).uncheck();
  }
  await hours.getByRole("button", { name: "Save" }).click();
  await expect(hours.getByRole("alert")).toContainText("Choose at least one day");
  await hours.getByRole("checkbox", { name: "Sunday" }).check();
  await hours.getByLabel("Sunday, from").fill("22:00");
  await hours.getByLabel("Sunday, to").fill("22:00");
  await hours.getByRole("button", { name: "Save" }).click();
  await expect(hours.getByText("Must differ from the start")).toBeVisible();
  await hours.getByLabel("Sunday, to").fill("02:00");
  await expect(hours.getByText("the next day")).toBeVisible();
  await hours.getByRole("button", { name: "Add hours on Sunday" }).click();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await hours.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your working hours are saved.")).toBeVisible();
  const stored = await api<{ hours: unknown }>(page.request, owner.bearer, "GET", "/tracker/working-hours");
  expect(stored.hours).toEqual([
    { day: "sun", from: "22:00", to: "02:00" },
    { day: "sun", from: "19:00", to: "21:00" },
  ]);
  await hours.getByLabel("Record at any time").check();
  await hours.getByRole("button", { name: "Save" }).click();
  await expect(hours.getByRole("button", { name: "Save" })).toBeDisabled();

  await devices.getByRole("button", { name: "Actions for Jacquard" }).click();
  await page.getByRole("menuitem", { name: "Unenrol…" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Unenrol device" }).click();
  await expect(devices.getByText("No device is enrolled yet")).toBeVisible();
});

test.describe("the data about a person", () => {
  const countOfSamples = (page: Page) =>
    page.getByRole("region", { name: "Your data" }).getByText("Samples", { exact: true }).locator("+ dd");

  test("is nothing at first, and says so", async ({ page, person }) => {
    await openConsoleAs(page, person);
    await page.goto("/account/captured");
    await expect(page.getByText("Nothing is stored for this time", { exact: false })).toBeVisible();
    await expect(page.getByText("Nobody has looked.")).toBeVisible();
    await expect(countOfSamples(page)).toHaveText("0");
    await expectAccessible(page);
    await expectFitsPhone(page);
  });

  test("has the days of their profile's zone, in what is chosen and in what is shown", async ({
    page,
    person,
  }) => {
    const owner = await openTracked(page, person);
    const bearer = await bearerOf(page);
    // It is another day there than for the browser; in these names the sign is the other way round.
    const zone = new Date().getHours() < 12 ? "Etc/GMT+12" : "Etc/GMT-14";
    await api(page.request, bearer, "PATCH", "/developers/me", { time_zone: zone });
    const deviceId = await enrol(page.request, bearer, owner.projectId, "Loom");
    await upload(owner, deviceId, [{}]);
    await page.goto("/account/captured");
    const today = (locale: string, dateStyle: "short" | "medium") =>
      new Intl.DateTimeFormat(locale, { dateStyle, timeZone: zone }).format(new Date());
    const held = page.getByRole("region", { name: "Your data" });
    await expect(held.getByLabel("To")).toHaveAttribute("max", today("en-CA", "short"));
    const samples = page.getByRole("region", { name: "Your samples" });
    await expect(samples.locator("summary")).toContainText(`${today("en-GB", "medium")}, `);
  });

  test.describe("and a screenshot that is gone", () => {
    test.use({ expectedErrors: [/status of 404/] });
    test("is asked for at its sample, and said to be gone", async ({ page, person }) => {
      const owner = await openTracked(page, person);
      const deviceId = await enrol(page.request, owner.bearer, owner.projectId, "Loom");
      await upload(owner, deviceId, [{ evidence_ref: `ev_${"0".repeat(32)}` }]);
      await page.goto("/account/captured");
      const samples = page.getByRole("region", { name: "Your samples" });
      await samples.locator("summary").click();
      await samples.getByRole("button", { name: "Open" }).click();
      await expect(page.getByRole("dialog").getByText("It may have been deleted")).toBeVisible();
      await expectAccessible(page);
    });
  });

  test("is shown, downloaded, and erased after it is typed", async ({ page, person }) => {
    const owner = await openTracked(page, person);
    const bearer = await bearerOf(page);
    const deviceId = await enrol(page.request, bearer, owner.projectId, "Loom");
    const sent = await upload(owner, deviceId, [
      {},
      { active_app: { name: "Slack", bundle_id: "com.tinyspeck.slackmacgap" } },
    ]);
    expect(sent.accepted).toBe(2);
    await page.goto("/account/captured");
    const held = page.getByRole("region", { name: "Your data" });
    await expect(countOfSamples(page)).toHaveText("2");
    const samples = page.getByRole("region", { name: "Your samples" });
    await expect(samples.getByText("note-g.ts")).toBeVisible();
    await samples.locator("summary").first().click();
    await expectAccessible(page);
    await expectFitsPhone(page);

    const saving = page.waitForEvent("download");
    await held.getByRole("button", { name: "Download CSV" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(/^captured-.*\.csv$/);

    await held.getByLabel("From").fill("2020-01-01");
    await held.getByLabel("To").fill("2020-01-02");
    await expect(countOfSamples(page)).toHaveText("0");
    await held.getByRole("button", { name: "All days" }).click();
    await held.getByRole("button", { name: "Erase everything" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Erase" })).toBeDisabled();
    await dialog.getByLabel(/to confirm/).fill("erase");
    await expectAccessible(page);
    // What comes while the page is open goes too, even from a clock that is ahead.
    await upload(owner, deviceId, [{ ts: new Date(Date.now() + 120_000).toISOString() }]);
    await dialog.getByRole("button", { name: "Erase" }).click();
    await expect(countOfSamples(page)).toHaveText("0");
    await expect(samples.getByText("note-g.ts")).toHaveCount(0);
  });
});
