// Bundles source/main.js into bundle.js beside this file. Run by build.sh in a folder where `npm ci` has put what package.json names.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [here, out] = process.argv.slice(2);
const modules = join(process.cwd(), 'node_modules');
const made = await build({
  entryPoints: [join(here, 'source/main.js')], bundle: true, minify: true, format: 'iife', target: 'es2022', charset: 'ascii',
  legalComments: 'inline', outfile: out, metafile: true, nodePaths: [modules], absWorkingDir: dirname(modules),
});
const notice = readFileSync(join(here, 'NOTICE'), 'utf8').replace(/\s+/g, ' ');
const used = new Set(Object.keys(made.metafile.inputs).flatMap((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []));
for (const name of used) {
  const licence = readFileSync(join(modules, name, 'LICENSE'), 'utf8').replace(/\s+/g, ' ').trim();
  if (!notice.includes(licence)) throw new Error(`NOTICE does not hold the licence of ${name} as it is bundled: copy its LICENSE there`);
}
