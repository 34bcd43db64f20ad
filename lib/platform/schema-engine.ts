import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import type * as EngineModule from "@prisma/schema-engine-wasm";
import pg from "pg";
import { MIGRATIONS_DIR, migrationFiles } from "@/lib/platform/migrations";

/*
 * Prisma's own migration engine, run as WebAssembly: the command line would download a native one, which closed
 * networks block. It compares schema files and migrations; lib/platform/migrations.ts applies them.
 */

const SCHEMA_DIR = path.join(process.cwd(), "prisma", "schema");
const NO_FILTER = { externalTables: [], externalEnums: [] };

async function datamodels(): Promise<[string, string][]> {
  const names = (await readdir(SCHEMA_DIR)).filter((name) => name.endsWith(".prisma")).sort();
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const file = path.join(SCHEMA_DIR, name);
      return [file, await readFile(file, "utf8")];
    }),
  );
}

async function migrationsList(): Promise<EngineModule.MigrationList> {
  const files = await migrationFiles();
  return {
    baseDir: MIGRATIONS_DIR,
    lockfile: {
      path: "migration_lock.toml",
      content: await readFile(path.join(MIGRATIONS_DIR, "migration_lock.toml"), "utf8"),
    },
    migrationDirectories: files.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
    })),
    shadowDbInitScript: "",
  };
}

let engineModule: Promise<typeof EngineModule> | undefined;

/**
 * The package's own entry imports its .wasm as an ES module, which Node 20 does not support: instantiate it by hand.
 */
async function loadEngine(): Promise<typeof EngineModule> {
  engineModule ??= (async () => {
    const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
    const file = createRequire(import.meta.url)
      .resolve("@prisma/schema-engine-wasm/schema_engine_bg")
      .replace(/\.js$/, ".wasm");
    const { instance } = await WebAssembly.instantiate(await readFile(file), {
      "./schema_engine_bg.js": glue as unknown as WebAssembly.ModuleImports,
    });
    const internals = glue as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void };
    internals.__wbg_set_wasm(instance.exports);
    (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
    return glue as unknown as typeof EngineModule;
  })();
  return engineModule;
}

const OID_CHAR = 18;
const OID_TEXT = 25;
const CHAR_MARK = "\u0000char";

/**
 * The engine reads catalog columns of Postgres' one-byte type "char", which @prisma/adapter-pg 7.10 refuses. This
 * client returns them as text with a marked name, and `mended` converts them to the engine's type.
 */
class CatalogClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => Promise<pg.QueryResult> | undefined;
    this.query = ((...args: unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback === "function") {
        args[args.length - 1] = (error: unknown, result: pg.QueryResult | undefined) => {
          for (const field of result?.fields ?? []) {
            if (field.dataTypeID !== OID_CHAR) continue;
            field.dataTypeID = OID_TEXT;
            field.name += CHAR_MARK;
          }
          callback(error, result);
        };
      }
      return query(...args);
    }) as typeof this.query;
  }
}

/**
 * The adapter with two of its problems fixed: the columns above, and scripts, which it would split at every semicolon,
 * even in comments and functions. Postgres accepts a whole script, as one transaction.
 */
function mended<A extends SqlDriverAdapter & { underlyingDriver(): pg.Pool }>(adapter: A): A {
  adapter.executeScript = async (script) => {
    await adapter.underlyingDriver().query(script);
  };
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    result.columnNames.forEach((name, index) => {
      if (!name.endsWith(CHAR_MARK)) return;
      result.columnNames[index] = name.slice(0, -CHAR_MARK.length);
      result.columnTypes[index] = ColumnTypeEnum.Character;
    });
    return result;
  };
  return adapter;
}

function adapterFactory(
  databaseUrl: string,
  opened: SqlDriverAdapter[],
): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(connectionFields(databaseUrl));
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      const adapter = mended(await factory.connect());
      opened.push(adapter);
      return adapter;
    },
    connectToShadowDb: async () => mended(await factory.connectToShadowDb()),
  };
}

/** Fields, not a connection string: the adapter selects a shadow database by a field, which a string would override. */
function connectionFields(databaseUrl: string): pg.PoolConfig {
  const url = new URL(databaseUrl);
  const ssl = url.searchParams.get("sslmode");
  return {
    // A socket's folder, where it is reached by one.
    host: url.searchParams.get("host") ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(ssl && ssl !== "disable" ? { ssl: { rejectUnauthorized: ssl === "verify-full" } } : {}),
    Client: CatalogClient,
    max: 2,
    idleTimeoutMillis: 100,
  };
}

async function withEngine<T>(
  databaseUrl: string,
  use: (engine: EngineModule.SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadEngine();
  const opened: SqlDriverAdapter[] = [];
  const adapter = bindMigrationAwareSqlAdapterFactory(adapterFactory(databaseUrl, opened));
  const engine = await SchemaEngine.new({ datamodels: await datamodels() }, () => {}, adapter);
  try {
    return await use(engine);
  } finally {
    engine.free();
    for (const each of opened) await each.dispose();
  }
}

/**
 * The SQL that brings the existing migrations in line with the schema files; an empty string if they agree. Needs a
 * server on which a shadow database may be created.
 */
export async function pendingSchemaSql(databaseUrl: string): Promise<string> {
  const list = await migrationsList();
  const files = (await datamodels()).map(([file, content]) => ({ path: file, content }));
  let sql = "";
  await withEngine(databaseUrl, async (engine) => {
    const result = await engine.diff({
      from: { tag: "migrations", ...list },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: null,
      filters: NO_FILTER,
    });
    sql = result.stdout ?? "";
  });
  return sql.includes("This is an empty migration") ? "" : sql;
}

/**
 * Writes `sql` as a new migration for review; applies nothing.
 * @param now its time, to the second, starts the folder's name: migrations are applied in this order
 * @returns the new folder's name, or null if there is nothing to write
 */
export async function writeMigration(sql: string, name: string, now: Date): Promise<string | null> {
  if (sql === "") return null;
  const stamp = now.toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = `${stamp}_${name.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`;
  await mkdir(path.join(MIGRATIONS_DIR, folder));
  await writeFile(path.join(MIGRATIONS_DIR, folder, "migration.sql"), sql);
  return folder;
}
