// Keeps .env.example equal to the settings: written here, compared with `--check`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { settings } from "#server/app/settings.ts";
import { root } from "./program.ts";

const WIDTH = 118;

/** Every setting as a comment with its meaning, its default, and a line to take the `#` from. */
export function envExample(list: readonly { name: string; fallback: string; meaning: string }[]): string {
  const blocks = list.map(({ name, fallback, meaning }) =>
    [...wrap(`${plain(meaning)}. Default: ${plain(fallback)}.`), `# ${name}=`].join("\n"),
  );
  return `# Every setting of Exhibit, made by \`npm run tables\` from src/server/app/settings.ts. All are optional outside production.
# Copy this file to .env, take the "#" from the lines you set, and start with
#   node --env-file=.env scripts/bootstrap.mjs start
# Exhibit itself reads no file: settings come from the environment.

${blocks.join("\n\n")}
`;
}

/** Markdown as a person reads it in a comment. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]+)\]\(([^)]+)\)/g, "$2").replaceAll("`", "");
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.charAt(0).toUpperCase().concat(text.slice(1)).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}

if (import.meta.main) {
  const file = join(root, ".env.example");
  const wanted = envExample(settings);
  if (!process.argv.includes("--check")) writeFileSync(file, wanted);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== wanted) {
    console.log(".env.example is out of date: npm run tables");
    process.exitCode = 1;
  }
}
