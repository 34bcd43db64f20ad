/*
 * Settings of a configured deployment; a test that needs others says so itself. No server is at this database's address,
 * whatever the shell that they run in names: tests/api have one of their own (setup.ts), and tests/unit do without.
 */

delete process.env.DIRECT_DATABASE_URL;

Object.assign(process.env, {
  NODE_ENV: "test",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
  DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
  BASE_URL: "http://localhost:3000",
  JWT_SECRET: "a-secret-of-the-tests-that-is-long-enough",
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64")}`,
});
