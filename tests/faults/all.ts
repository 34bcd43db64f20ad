import { setTimeout as sleep } from "node:timers/promises";
import { type Disturbance, SCENES } from "@/tests/faults/disturbances";
import flood from "@/tests/faults/flood";
import jobWrite from "@/tests/faults/job-write";
import { CODE_HOST_SECRET, Load } from "@/tests/faults/load";
import pooler from "@/tests/faults/pooler";
import { type Service, startService } from "@/tests/support/service";

/*
 * npm run test:faults -- all [name …]: disturbs the whole service under load, in every way that `disturbances.ts`
 * knows, with one line each. Nothing that was answered may be lost or stored twice, and everything must run again.
 */

const UNDISTURBED_MS = 3_000;

async function disturb(service: Service, { name, strike }: Disturbance): Promise<boolean> {
  const load = await Load.begin(service);
  await load.allRuns();
  await sleep(UNDISTURBED_MS);
  await strike(service, load);
  const overAt = performance.now();
  await load.allRuns();
  const seconds = (performance.now() - overAt) / 1000;
  await sleep(UNDISTURBED_MS);
  const { sent, kept, lost, doubled, sentAgain, unanswered } = await load.settle();
  console.log(
    `${name}: sent=${sent} kept=${kept} lost=${lost} doubled=${doubled} webhooks_again=${sentAgain} ` +
      `tries_unanswered=${unanswered} seconds_until_all_runs=${seconds.toFixed(1)}`,
  );
  return lost === 0 && doubled === 0;
}

async function play(scene: string): Promise<boolean> {
  const { settings, disturbances, clear } = await (SCENES[scene] as (typeof SCENES)[string])();
  let service: Service | undefined;
  try {
    service = await startService({
      WEBHOOK_RETRY_INITIAL_SECONDS: "1",
      CODE_HOST_WEBHOOK_SECRET: CODE_HOST_SECRET,
      ...settings,
    });
    let isWell = true;
    for (const disturbance of disturbances) isWell = (await disturb(service, disturbance)) && isWell;
    return isWell;
  } catch (error) {
    console.error(service?.output().slice(-20_000));
    console.error(`${scene}:`, error);
    return false;
  } finally {
    await service?.stop();
    await clear();
  }
}

/** What is tried, by name: the scenes, and three runs with a load of their own. */
const TRIALS: Record<string, () => Promise<boolean>> = {
  ...Object.fromEntries(Object.keys(SCENES).map((scene) => [scene, () => play(scene)])),
  flood,
  "job-write": jobWrite,
  pooler,
};

export default async function all(names: string[]): Promise<boolean> {
  const chosen = names.length > 0 ? names : Object.keys(TRIALS);
  const unknown = chosen.filter((name) => !(name in TRIALS));
  if (unknown.length > 0) {
    throw new Error(`There is no ${unknown.join(", ")}, but: ${Object.keys(TRIALS).join(", ")}`);
  }
  let isWell = true;
  for (const name of chosen) isWell = ((await TRIALS[name]?.()) ?? false) && isWell;
  console.log(
    isWell
      ? "faults: lost=0 doubled=0"
      : "faults: something was lost, doubled, slowed down or did not run again",
  );
  return isWell;
}
