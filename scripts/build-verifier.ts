import { join } from "node:path";
import { rolldown } from "rolldown";
import { judgeFooter } from "./judge-footer.ts";
import { root } from "./program.ts";
import { replaceFile } from "./replace-file.ts";

const banner = `// The verifier of Exhibit's evidence bundles. Run it with Node.js 20 or newer:
//
//   node verify.mjs BUNDLE.zip --key VKEY [--since CHECKPOINT]
//
// It needs no network, no account and no package, and it changes nothing. It is one file, put together from the
// product's own sources, and is meant to be read: it begins with the ledger's formats, goes on to the command line, and ends
// with the judge, which says again what a bundle says that was judged. One line cannot be read: QuickJS, compiled, in which a
// judge runs that is not the verifier's own.
//
// Do not run the copy that lies in the bundle you doubt: whoever changed the bundle could change the program, too. Take
// it from the address /verify.mjs of the issuer's Exhibit, or keep one, and compare its SHA-256 with the published one.
`;

/** What Node.js 20 lacks of the language; imports stand before it, and nothing is grouped while they are read. */
const intro = `Map.groupBy ??= (items, keyOf) => {
	const groups = new Map();
	let at = 0;
	for (const item of items) {
		const key = keyOf(item, at++);
		if (groups.has(key)) groups.get(key).push(item);
		else groups.set(key, [item]);
	}
	return groups;
};`;

/**
 * Builds build/verify.mjs: the verifier as one readable file without dependencies. The same sources give the same
 * bytes. Answers with its path.
 */
export async function buildVerifier(file = join(root, "build/verify.mjs")): Promise<string> {
  const bundle = await rolldown({
    cwd: root,
    input: join(root, "src/server/bundle/verify-command.ts"),
    platform: "node",
    transform: { target: "node20" },
    // Anything else that is not ours would have to be trusted too.
    external: (id) => id.startsWith("node:"),
    onLog: (_, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: "esm", banner, intro, comments: true });
  await bundle.close();
  if (output.length !== 1) throw new Error("the verifier must be one file");
  replaceFile(file, output[0].code + (await judgeFooter()));
  return file;
}

if (import.meta.main) console.log(await buildVerifier());
