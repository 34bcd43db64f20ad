import { DAY_MS } from "@/lib/platform/limits";
import "reflect-metadata";
import { createSign, randomUUID, webcrypto } from "node:crypto";
import type { RequestListener } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import * as x509 from "@peculiar/x509";

/*
 * The notification service as far as this service speaks to it: a certificate authority of its own, an HTTPS server under
 * the service's real name that hands out the signing certificate, and messages signed with its key.
 */

export const SNS_TOPIC = "arn:aws:sns:us-east-1:123456789012:ses-events";
const HOST = "sns.us-east-1.amazonaws.com";
const ALGORITHM = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};

x509.cryptoProvider.set(webcrypto as Crypto);

async function pem(key: CryptoKey): Promise<string> {
  const der = await webcrypto.subtle.exportKey("pkcs8", key as webcrypto.CryptoKey);
  return x509.PemConverter.encode(der, "PRIVATE KEY");
}

function aKeyPair(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;
}

const VALIDITY = {
  notBefore: new Date(Date.now() - DAY_MS),
  notAfter: new Date(Date.now() + DAY_MS),
  signingAlgorithm: ALGORITHM,
};

type Fields = Record<string, string>;

const SIGNED = ["Message", "MessageId", "Subject", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];

export type Sns = Awaited<ReturnType<typeof startSns>>;

/** Starts it and leads this process's requests to it; `stop` undoes both. */
export async function startSns() {
  const [root, leaf] = [await aKeyPair(), await aKeyPair()];
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=Root of the tests",
    keys: root,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
    ...VALIDITY,
  });
  const certificate = await x509.X509CertificateGenerator.create({
    subject: `CN=${HOST}`,
    issuer: authority.subject,
    publicKey: leaf.publicKey,
    signingKey: root.privateKey,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: "dns", value: HOST }])],
    ...VALIDITY,
  });
  const key = await pem(leaf.privateKey);
  const requests: string[] = [];
  const instead = new Map<string, RequestListener>();
  const server = https.createServer({ key, cert: certificate.toString("pem") }, (request, response) => {
    requests.push(`${request.headers.host}${request.url}`);
    const other = instead.get(`https://${request.headers.host?.split(":")[0]}${request.url}`);
    if (other) return other(request, response);
    response.end(request.url?.endsWith(".pem") ? certificate.toString("pem") : "<ok/>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const usual = { ...https.globalAgent.options };
  Object.assign(https.globalAgent.options, {
    ca: authority.toString("pem"),
    port,
    lookup: (_host: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
      options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
  });

  return {
    port,
    authority: authority.toString("pem"),
    /** What was asked of it, as host and path. */
    requests,
    certificate: certificate.toString("pem"),
    /** How it answers at some addresses, in place of the certificate. */
    instead,
    /** A message as the service posts it; `given` overrides fields before it is signed. */
    message(given: Fields, version: "1" | "2" = "1"): Fields {
      const fields: Fields = {
        Type: "Notification",
        MessageId: randomUUID(),
        TopicArn: SNS_TOPIC,
        Timestamp: new Date().toISOString(),
        SignatureVersion: version,
        SigningCertURL: `https://${HOST}/SimpleNotificationService-${"0f".repeat(16)}.pem`,
        ...given,
      };
      const isNotification = fields.Type === "Notification";
      const names = SIGNED.filter(
        (name) => fields[name] !== undefined && !(isNotification && ["SubscribeURL", "Token"].includes(name)),
      );
      const text = names.map((name) => `${name}\n${fields[name]}\n`).join("");
      const sign = createSign(version === "1" ? "RSA-SHA1" : "RSA-SHA256").update(text);
      return { ...fields, Signature: sign.sign(key, "base64") };
    },
    async stop() {
      for (const name of ["ca", "port", "lookup"]) delete (https.globalAgent.options as Fields)[name];
      Object.assign(https.globalAgent.options, usual);
      https.globalAgent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
