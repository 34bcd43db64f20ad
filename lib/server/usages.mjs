/*
 * How the programs are used that don't say it themselves (`demo` and `tracker` do). Plain JavaScript: it is shown before
 * anything is bundled, started or read.
 */

/** By the name of the program, as `lib/server/run.mjs` takes it. */
export const USAGES = {
  start: `Usage: npm start
Starts everything: database, migrations, web server, worker and local sign-in, in one command. Ctrl-C stops it.
It takes no options; its settings are in .env and in /docs/settings.`,
  "start-web": `Usage: npm run start:web
Starts the web server alone, on what npm run build made. It takes no options; its settings are in /docs/settings.`,
  worker: `Usage: npm run start:worker
Starts the worker alone, which runs the jobs. It takes no options; its settings are in /docs/settings.`,
  build: `Usage: npm run build
Builds the application, unless nothing has changed since the last time. It takes no options.`,
  doctor: `Usage: npm run doctor
Says in a line each which settings are wrong, tried on the real things, and what to do. It takes no options.`,
  migrate:
    "Usage: migrate deploy | new NAME | check | rules | serve | resolve [--rolled-back NAME | --applied NAME]",
  token: "Usage: npm run -s token -- --email ada@example.com",
  backup: "Usage: npm run backup -- FILE [--with-keys]",
  restore: "Usage: npm run restore -- FILE [--without-objects]",
};

const ASKING = ["--help", "-h"];

/** How a program is used, if its arguments ask for that and it does not say it itself; null otherwise. */
export function usageAskedFor(name, args) {
  return Object.hasOwn(USAGES, name) && args.some((each) => ASKING.includes(each)) ? USAGES[name] : null;
}
