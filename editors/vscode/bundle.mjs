// Bundle the client into dist/extension.js, and the licences of the packages in it into dist/licences.txt.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  metafile: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
});

const folders = Object.keys(metafile.inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
const parts = [...new Set(folders)].filter(Boolean).sort().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) {
    throw new Error(`${name} has no licence`);
  }
  return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
});
writeFileSync("dist/licences.txt", parts.join(`\n${"-".repeat(80)}\n\n`));
