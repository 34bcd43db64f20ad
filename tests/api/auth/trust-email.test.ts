import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { GET as listProviders } from "@/app/api/v1/auth/providers/route";
import { db } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { aDeveloper } from "@/tests/support/factories";
import { signIn, startProviders } from "@/tests/support/providers";

/* A service of one organisation, whose suite is trusted with the addresses of its people. */

Object.assign(process.env, { SUITE_B_TRUST_EMAIL: "true", SUITE_B_NAME: "Contoso", CODE_HOST_NAME: "Forge" });
const { suiteA, suiteB } = await startProviders();

/** Whether the address of somebody who comes by a suite is verified then. */
async function isVerified(suite: "suite_a" | "suite_b", claims: { email: string; email_verified?: boolean }) {
  suiteA.person = suiteB.person = { sub: randomBytes(8).toString("hex"), ...claims };
  const { developerId } = await signIn(suite);
  const row = await db().developer.findUniqueOrThrow({ where: { id: developerId ?? "" } });
  return row.emailVerified;
}

const anEmail = () => `p${randomBytes(5).toString("hex")}@contoso.example`;

it("an address without a claim from the trusted suite counts as verified, and joins its owner's account", async () => {
  expect(await isVerified("suite_b", { email: anEmail() })).toBe(true);
  const ada = await aDeveloper();
  suiteB.person = { sub: randomBytes(8).toString("hex"), email: ada.email };
  expect((await signIn("suite_b")).developerId).toBe(ada.id);
});

it("an address that the trusted suite calls unverified is not verified, nor is any from another suite", async () => {
  expect(await isVerified("suite_b", { email: anEmail(), email_verified: false })).toBe(false);
  expect(await isVerified("suite_a", { email: anEmail() })).toBe(false);
});

it("providers have the names given in the settings", async () => {
  const { json } = await call(listProviders, "GET");
  expect(json.map(({ name }: { name: string }) => name)).toEqual(["Forge", "Suite A", "Contoso"]);
});
