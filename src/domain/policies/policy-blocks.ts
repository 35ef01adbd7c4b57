import type MarkdownIt from "markdown-it";
import type { StateBlock } from "markdown-it";

const OPENS = /^::: (statement|fact|table)(?: ([a-z0-9][a-z0-9.-]{0,80}))?$/;
const CLOSES = /^:::$/;

/**
 * Teaches a reader the blocks of policies: a line `::: statement auth.mfa-enforced`, what it holds, and a line `:::`. They never nest, and
 * stand at the beginning of their lines. One that is not closed is no block: its line stays a paragraph, which is refused later.
 */
export function policyBlocks(reader: MarkdownIt): void {
  reader.block.ruler.before("heading", "policy_block", readBlock, { alt: ["paragraph", "list"] });
}

function readBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine] !== 0 || state.level > 0) return false;
  const lineAt = (line: number) => state.src.slice(state.bMarks[line]!, state.eMarks[line]);
  const opened = OPENS.exec(lineAt(startLine));
  if (!opened) return false;
  let close = startLine + 1;
  while (close < endLine && !CLOSES.test(lineAt(close))) {
    if (OPENS.test(lineAt(close))) return false;
    close++;
  }
  if (close >= endLine) return false;
  if (silent) return true;
  const [, name, key] = opened;
  const open = state.push(`policy_${name}_open`, "section", 1);
  open.info = key ?? "";
  open.map = [startLine, close + 1];
  const { lineMax, parentType } = state;
  state.lineMax = close;
  state.md.block.tokenize(state, startLine + 1, close);
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.push(`policy_${name}_close`, "section", -1);
  state.line = close + 1;
  return true;
}
