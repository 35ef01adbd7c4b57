import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { root } from "./program.ts";

const folder = join(root, "src/web/verification/bundle-page");

/**
 * Builds build/verify.html: the verifier as one page that opens from disk and may not use the network. Its policy lets
 * run only the script inside of it. The same sources give the same bytes. Answers with its path.
 */
export async function buildVerifyPage(file = join(root, "build/verify.html")): Promise<string> {
  const script = `\n${await bundledScript()}`;
  const style = `\n${readFileSync(join(folder, "page.css"), "utf8")}`;
  // It would end the element early; a text that needs it can be written in another way.
  if (/<\/(script|style)|<!--/i.test(script + style)) throw new Error("the page's script or style would end early");
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  const parts: Readonly<Record<string, string>> = { policy, style, script };
  const template = readFileSync(join(folder, "page.html"), "utf8");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts[name]!),
  );
  return file;
}

async function bundledScript(): Promise<string> {
  const bundle = await rolldown({
    cwd: root,
    input: join(folder, "main.ts"),
    platform: "browser",
    transform: { target: "es2022" },
    onLog: (_, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await bundle.generate({ format: "iife", comments: true });
  await bundle.close();
  if (output.length !== 1) throw new Error("the page's script must be one file");
  return output[0].code;
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

if (import.meta.main) console.log(await buildVerifyPage());
