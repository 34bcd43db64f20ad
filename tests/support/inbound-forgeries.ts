import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PROVIDERS } from "@/lib/inbound/registry";
import { db, pool } from "@/lib/platform/database";
import { call } from "@/tests/support/call";
import { processAll } from "@/tests/support/code-host-webhooks";
import { aDeveloper, aWorkspace } from "@/tests/support/factories";
import { routeOf, type Sender, type Sent, senders } from "@/tests/support/inbound-senders";
import { type Sns, startSns } from "@/tests/support/sns";

/*
 * What anybody can send who has no secret: every provider of the registry, under every content encoding there is a name
 * for, with bodies packed in that way and in others. Nothing of it may be acted on.
 */

/** All that are registered for HTTP, spelled oddly, in lists, twice, and some that exist nowhere. */
const ENCODINGS = [
  ...[
    "aes128gcm",
    "br",
    "compress",
    "dcb",
    "dcz",
    "deflate",
    "exi",
    "gzip",
    "identity",
    "pack200-gzip",
    "zstd",
  ],
  ...["x-compress", "x-gzip", "GZIP", "gZiP", "Identity", "BR", "", ",", "*", "none", "utf-8", "aws-chunked"],
  ...["gzip, gzip", "gzip,gzip", "gzip,identity", "identity, gzip", "identity,identity", "deflate, gzip"],
  ...["gzip,", ",gzip", "gzip;q=1", "gzip gzip", '"gzip"', "gzip\t", "br, gzip, identity, gzip"],
];

const PACKINGS: Record<string, (text: string) => Uint8Array> = {
  plain: (text) => Buffer.from(text),
  gzip: (text) => gzipSync(text),
  "gzip twice": (text) => gzipSync(gzipSync(text)),
  "gzip in two members": (text) => Buffer.concat([gzipSync(text.slice(0, 9)), gzipSync(text.slice(9))]),
  deflate: (text) => deflateSync(text),
  "raw deflate": (text) => deflateRawSync(text),
  br: (text) => brotliCompressSync(text),
};

const plain = (text: string) => Buffer.from(text);

/** Runs the walk; with signatures demanded by WEBHOOKS_REQUIRE_SIGNATURE nobody is believed without one. */
export function describeForgeries(isDemanded: boolean): void {
  let sns: Sns | undefined;
  let workspaceId = "";
  const startedSns = () => {
    if (!sns) throw new Error("not started");
    return sns;
  };
  const all = senders(startedSns, () => workspaceId);
  const senderOf = (name: string): Sender => {
    const sender = all[name];
    if (!sender) throw new Error(`Say in tests/support/inbound-senders.ts how ${name} sends.`);
    return sender;
  };

  afterAll(() => sns?.stop());

  beforeAll(async () => {
    sns = await startSns();
    workspaceId = (await aWorkspace(await aDeveloper())).id;
  });

  beforeEach(async () => {
    await db().inboundDelivery.deleteMany();
    await db().emailSuppression.deleteMany();
    await pool().query("DELETE FROM graphile_worker._private_jobs");
  });

  const send = async (name: string, { bytes, headers }: Sent, query: Record<string, string> = {}) => {
    const provider = PROVIDERS.find((each) => each.name === name);
    if (!provider) throw new Error(`no provider ${name}`);
    const { status, json } = await call(await routeOf(provider), "POST", { body: bytes, headers, query });
    return { status, json, said: `${status} ${json?.status ?? ""} ${json?.reason ?? ""}`.trim() };
  };

  /** Fails when anything was acted on, or is about to be. */
  const expectNothingDone = async () => {
    await processAll();
    const { rows } = await pool().query<{ jobs: number }>(
      `SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier LIKE 'inbound.%'`,
    );
    const kept = await db().inboundDelivery.count({ where: { status: { not: "ignored" } } });
    const bodies = await db().inboundBody.count();
    const flags = await db().emailSuppression.count();
    const { planId } = await db().workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    expect({ ...rows[0], kept, bodies, flags, planId }).toEqual({
      jobs: 0,
      kept: 0,
      bodies: 0,
      flags: 0,
      planId: "free",
    });
    expect(startedSns().requests.filter((asked) => asked.includes("Action="))).toEqual([]);
  };

  const REFUSALS = ["400", "401", "413", "415"];
  const expectRefused = (said: string, what: unknown) => {
    const allowed = isDemanded ? REFUSALS : [...REFUSALS, "200 ignored unsigned"];
    expect(allowed, JSON.stringify(what)).toContain(said);
  };

  describe.each(PROVIDERS.map(({ name, believesUnsigned }) => ({ name, believesUnsigned })))(
    "$name",
    ({ name, believesUnsigned }) => {
      const isUnsignedRefused = isDemanded || !believesUnsigned;

      it.each(Object.keys(PACKINGS))(
        "takes no forged signature under any content encoding, packed as %s",
        async (packing) => {
          const pack = PACKINGS[packing] ?? plain;
          for (const encoding of ENCODINGS) {
            const { bytes, headers } = senderOf(name).forged(pack);
            const { said } = await send(name, {
              bytes,
              headers: { ...headers, "content-encoding": encoding },
            });
            expectRefused(said, { packing, encoding });
            expect(said, "it carries a signature").not.toContain("unsigned");
          }
          await expectNothingDone();
        },
      );

      if (isUnsignedRefused)
        it.each(Object.keys(PACKINGS))(
          "takes nothing unsigned under any content encoding, packed as %s",
          async (packing) => {
            const pack = PACKINGS[packing] ?? plain;
            for (const encoding of ENCODINGS) {
              const { bytes, headers } = senderOf(name).unsigned(pack);
              const { said } = await send(name, {
                bytes,
                headers: { ...headers, "content-encoding": encoding },
              });
              expectRefused(said, { packing, encoding });
            }
            await expectNothingDone();
          },
        );

      if (isUnsignedRefused)
        it("takes no right signature of another provider, in headers or body", async () => {
          const others = PROVIDERS.filter((other) => other.name !== name);
          for (const other of others) {
            const theirs = senderOf(other.name).signed(plain);
            const own = senderOf(name).unsigned(plain);
            const ownBody = JSON.parse(Buffer.from(own.bytes).toString());
            const theirBody = JSON.parse(Buffer.from(theirs.bytes).toString());
            const mixed = Array.isArray(ownBody) ? ownBody : { ...theirBody, ...ownBody };
            for (const body of [ownBody, mixed]) {
              const headers = { ...theirs.headers, ...own.headers };
              expectRefused(
                (await send(name, { bytes: plain(JSON.stringify(body)), headers })).said,
                other.name,
              );
            }
          }
          await expectNothingDone();
        });

      if (isUnsignedRefused)
        it("takes no right signature in the wrong place", async () => {
          const { bytes, headers } = senderOf(name).signed(plain);
          const body = JSON.parse(Buffer.from(bytes).toString());
          const own = senderOf(name).unsigned(plain);
          const ownBody = JSON.parse(Buffer.from(own.bytes).toString());
          const signatures = Object.entries(headers).filter(([header]) => own.headers[header] === undefined);
          const parts = Array.isArray(body) ? {} : body;
          const inBody = Object.entries<unknown>(parts).filter(
            ([key]) => !Array.isArray(ownBody) && !(key in ownBody),
          );
          const texts = [
            ...signatures,
            ...inBody.map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
          ];
          expect(texts).not.toEqual([]);
          const places: [string, Sent, Record<string, string>][] = [
            ["the query", own, Object.fromEntries(texts)],
            [
              "a cookie",
              {
                ...own,
                headers: {
                  ...own.headers,
                  cookie: texts.map(([key, value]) => `${key}=${value}`).join("; "),
                },
              },
              {},
            ],
            [
              "headers of other names",
              {
                ...own,
                headers: {
                  ...own.headers,
                  ...Object.fromEntries(texts.map(([key, value]) => [`x-${key}`, value])),
                },
              },
              {},
            ],
          ];
          if (!Array.isArray(ownBody)) {
            const headersInBody = {
              ...ownBody,
              headers: Object.fromEntries(texts),
              ...Object.fromEntries(signatures),
            };
            places.push(["the body", { ...own, bytes: plain(JSON.stringify(headersInBody)) }, {}]);
            places.push([
              "a deeper place of the body",
              { ...own, bytes: plain(JSON.stringify({ ...ownBody, extra: parts })) },
              {},
            ]);
          }
          for (const [place, sent, query] of places)
            expectRefused((await send(name, sent, query)).said, place);
          await expectNothingDone();
        });

      it("takes no forged signature that comes twice", async () => {
        const { bytes, headers } = senderOf(name).forged(plain);
        const own = senderOf(name).unsigned(plain).headers;
        const twice = Object.fromEntries(
          Object.entries(headers).map(([key, value]) => [
            key,
            own[key] === undefined ? `${value}, ${value}` : value,
          ]),
        );
        expectRefused((await send(name, { bytes, headers: twice })).said, "in the headers");
        const text = Buffer.from(bytes).toString();
        if (text.startsWith("{")) {
          const doubled = plain(`${text.slice(0, -1)},${text.slice(1)}`);
          expectRefused((await send(name, { bytes: doubled, headers })).said, "in the body");
        }
        await expectNothingDone();
      });

      it("takes a right signature, of a body as it is and in gzip", async () => {
        const sender = senderOf(name);
        expect((await send(name, sender.signed(plain))).said).toBe("200 accepted");
        const { bytes, headers } = sender.signed(gzipSync);
        const packed = { bytes, headers: { ...headers, "content-encoding": "GZip" } };
        expect((await send(name, packed)).said).toBe("200 accepted");
      });
    },
  );
}
