// dependency-cruiser hands swc every file as plain TypeScript, which has no JSX.
const swc = require("@swc/core");
const parseFile = swc.parseFileSync;
swc.parseFileSync = (file, options) => parseFile(file, { ...options, tsx: file.endsWith(".tsx") });

/**
 * Arrows between folders: app → use case → {rules, store, schema} → platform. Each rule says why it is there.
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: "no-circular",
      comment: "A cycle means two modules are one: it can't be understood, tested or loaded in parts.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-circular-folders",
      comment:
        "Folders of lib lean on each other in one direction (the picture in lib/README.md). Parts of one folder may be one thing.",
      severity: "error",
      scope: "folder",
      from: { path: "^lib/([^/]+)" },
      to: { circular: true, pathNot: "^lib/$1(?:/|$)" },
    },
    {
      name: "no-orphans",
      comment: "A module that nobody imports is dead, unless it is an entry.",
      severity: "error",
      from: {
        orphan: true,
        pathNot: [
          "^app/",
          "^lib/server/",
          // Shown to subscribers as text.
          "^lib/ui/webhooks/snippets/",
          "^tests/",
          "^lib/platform/prisma/",
          "\\.d\\.ts$",
          "config\\.[cm]?[jt]s$",
        ],
      },
      to: {},
    },
    {
      name: "lib-not-to-app",
      comment:
        "The library knows nothing of routes and pages, so that workers and tests run it without Next.",
      severity: "error",
      // The front door calls the handlers of a few routes by itself.
      from: { path: "^lib/", pathNot: "^lib/server/lane\\.ts$" },
      to: { path: "^app/" },
    },
    {
      name: "prisma-only-in-stores",
      comment:
        "Queries live in store.ts files, where their scope and their indexes can be reviewed in one place.",
      severity: "error",
      from: { path: "^(app|lib)/", pathNot: ["^lib/platform/"] },
      to: { path: "^lib/platform/prisma/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "routes-not-to-stores",
      comment: "A handler is a declaration: it calls one use case, never the database.",
      severity: "error",
      from: { path: "^app/" },
      to: { path: ["/store\\.ts$", "^lib/platform/(database|prisma)"] },
    },
    {
      name: "rules-are-pure",
      comment:
        "rules.ts is arithmetic and decisions: no database, no network, no clock, so it is tested by itself.",
      severity: "error",
      from: { path: "/rules\\.ts$" },
      to: { path: ["/store\\.ts$", "^lib/platform/(database|env|log|storage)", "^lib/routes/route"] },
    },
    {
      name: "platform-knows-no-domain",
      comment: "The ground floor carries the house and leans on nothing above it.",
      severity: "error",
      from: { path: "^lib/platform/" },
      to: { path: "^lib/(?!platform/)" },
    },
    {
      name: "ui-is-for-browsers",
      comment:
        "What runs in a browser imports wire shapes, rules and limits, and nothing that holds secrets.",
      severity: "error",
      // A file of declarations imports nothing where it runs.
      from: { path: "^lib/ui/", pathNot: "\\.d\\.ts$" },
      to: {
        path: "^lib/",
        pathNot: [
          "^lib/ui/",
          "/(schema|rules|limits|catalog|fields)\\.ts$",
          "^lib/platform/(chunks|formula-cells|name-key|parse-url)\\.ts$",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "ui-rooms-have-names",
      comment: "Everything of the interface stands in a folder that says what it is for (lib/README.md).",
      severity: "error",
      from: {},
      to: { path: "^lib/ui/(kit/)?[^/]+$" },
    },
    {
      name: "ui-kit-knows-no-domain",
      comment: "The kit and the client serve every page, so they lean on none of them.",
      severity: "error",
      from: { path: "^lib/ui/(kit|light-kit|api)/" },
      to: { path: "^lib/ui/", pathNot: "^lib/ui/(kit|light-kit|icons|api)/" },
    },
    {
      name: "ui-client-draws-nothing",
      comment: "The client is used with any look: it does not know the kit.",
      severity: "error",
      from: { path: "^lib/ui/api/" },
      to: { path: "^lib/ui/(kit|light-kit)/" },
    },
    {
      name: "ui-light-kit-stays-light",
      comment: "Visitors' pages load it: it knows neither the console's kit nor its library of components.",
      severity: "error",
      from: { path: "^lib/ui/light-kit/" },
      to: { path: ["^lib/ui/kit/", "^node_modules/@mantine/"] },
    },
    {
      name: "no-test-code-in-production",
      comment: "Tests know the product, not the other way round.",
      severity: "error",
      from: { path: "^(app|lib)/" },
      to: { path: "^tests/" },
    },
    {
      name: "no-dev-dependencies-in-production",
      comment:
        "What runs in production is installed in production. Generating the client runs where everything is installed.",
      severity: "error",
      from: { path: "^(app|lib)/", pathNot: "^lib/server/generate-client\\.mjs$" },
      to: { dependencyTypes: ["npm-dev"], pathNot: "node_modules/@types/" },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules"] },
    exclude: { path: ["^\\.next/", "^lib/platform/prisma/internal"] },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
