import path from "node:path";
import { build } from "esbuild";

const SCRIPT = "lib/ui/public/form/page.ts";
const STYLE = "lib/ui/public/form/page.css";
const FOLDER = "assets";

/**
 * Bundles what the browser needs for the page of a form into `public/assets`, under names that hold a hash. Next's own
 * runtime alone is larger than such a page may be, and the page is complete without it.
 * @returns the addresses as settings of the build: FORM_SCRIPT, FORM_STYLE, FORM_FONT
 */
export async function bundleForms(): Promise<Record<string, string>> {
  const { metafile } = await build({
    entryPoints: [SCRIPT, STYLE],
    outdir: path.join("public", FOLDER),
    publicPath: `/${FOLDER}`,
    entryNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    format: "esm",
    target: ["chrome111", "firefox115", "safari16.4"],
    loader: { ".woff2": "file" },
    metafile: true,
    logLevel: "warning",
  });
  const addressOf = (isWanted: (file: string, entry: string | undefined) => boolean): string => {
    const found = Object.entries(metafile.outputs).find(([file, { entryPoint }]) =>
      isWanted(file, entryPoint),
    );
    if (!found) throw new Error("The bundle of forms lacks a file.");
    return found[0].replace(/^public/, "");
  };
  return {
    FORM_SCRIPT: addressOf((_, entry) => entry === SCRIPT),
    FORM_STYLE: addressOf((_, entry) => entry === STYLE),
    FORM_FONT: addressOf((file) => file.endsWith(".woff2")),
  };
}
