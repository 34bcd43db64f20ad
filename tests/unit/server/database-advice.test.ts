import { webcrypto } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import * as x509 from "@peculiar/x509";
import pg from "pg";
import { expect, it } from "vitest";
import { databaseAdvice } from "@/lib/server/doctor/database-advice";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** A certificate of a server that vouches for itself, and its key. */
async function selfSigned() {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const keys = (await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"])) as CryptoKeyPair;
  const name = "CN=localhost";
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ name, keys, signingAlgorithm: ALGORITHM },
  });
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey as webcrypto.CryptoKey);
  return { cert: certificate.toString("pem"), key: x509.PemConverter.encode(key, "PRIVATE KEY") };
}

it("says how to connect to a database whose certificate is by an authority of one's own", async () => {
  const secureContext = createSecureContext(await selfSigned());
  const server = createServer((socket) => {
    socket.on("error", () => {});
    // As Postgres answers whoever asks for TLS before anything else.
    socket.once("data", () => {
      socket.write("S");
      new TLSSocket(socket, { isServer: true, secureContext }).on("error", () => {});
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const client = new pg.Client({
      connectionString: `postgresql://u:p@127.0.0.1:${port}/d?sslmode=verify-full`,
    });
    const error = await client.connect().catch((refusal) => refusal);
    expect(databaseAdvice(error)).toContain("add &sslrootcert=FILE with the authority's certificate");
  } finally {
    server.close();
  }
});
