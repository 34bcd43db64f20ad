import description from "@/package.json" with { type: "json" };

/** The version of this service, which stands in `package.json` alone. */
export const VERSION = description.version;
