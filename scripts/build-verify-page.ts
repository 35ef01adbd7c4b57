import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { judgeFooter } from "./judge-footer.ts";
import { root } from "./program.ts";
import { replaceFile } from "./replace-file.ts";

const folder = join(root, "src/web/verification/bundle-page");

/**
 * Builds build/verify.html: the verifier as one page that opens from disk and may not use the network. Its policy lets
 * run only the script inside of it, and only that makes workers. The same sources give the same bytes. Answers with its path.
 */
export async function buildVerifyPage(
  file = join(root, "build/verify.html"),
  program = join(folder, "program.ts"),
): Promise<string> {
  const parts = {
    script: await bundledScript(program),
    style: readFileSync(join(folder, "page.css"), "utf8"),
  };
  // It would end the element early; a text that needs it can be written in another way.
  if (/<\/(script|style)|<!--/i.test(parts.script + parts.style))
    throw new Error("the page's script or style would end early");
  const template = readFileSync(join(folder, "page.html"), "utf8");
  const page = template.replace(
    /<(script|style)><\/\1>/g,
    (_, name: "script" | "style") => `<${name}>\n${parts[name]}</${name}>`,
  );
  if (!page.includes(parts.script) || !page.includes(parts.style))
    throw new Error("the page has no place for its parts");
  const policy = [
    "default-src 'none'",
    // A judge of somebody else runs in QuickJS, which is WebAssembly: bytes that stand in the script. It lets no text become a script.
    `script-src ${hashOf(page, "script")} 'wasm-unsafe-eval'`,
    // In a worker, which can be ended, and is made of the script above: a blob's policy is the page's own.
    "worker-src blob:",
    `style-src ${hashOf(page, "style")}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types exhibit-judge",
  ].join("; ");
  replaceFile(file, page.replace("{{policy}}", policy));
  return file;
}

async function bundledScript(program: string): Promise<string> {
  const bundle = await rolldown({
    cwd: root,
    input: program,
    platform: "browser",
    transform: { target: "es2022" },
    onLog: (_, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: "iife", comments: true, codeSplitting: false });
  await bundle.close();
  if (output.length !== 1) throw new Error("the page's script must be one file");
  return output[0].code + (await judgeFooter());
}

/** Of everything between an element's tags, as the browser takes it: spaces count. */
function hashOf(page: string, element: "script" | "style"): string {
  const begin = page.indexOf(`<${element}>`) + element.length + 2;
  const content = page.slice(begin, page.indexOf(`</${element}>`, begin));
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}

if (import.meta.main) console.log(await buildVerifyPage());
