export interface InstructionPart {
  readonly kind: "text" | "copy" | "link";
  readonly text: string;
}

/** Splits a step into its words, what is to be copied (`in backticks`), and addresses to open. */
export function instructionParts(step: string): readonly InstructionPart[] {
  return step
    .split(/(`[^`]+`|https:\/\/[^\s`]*[^\s`.,;:)])/)
    .filter((text) => text !== "")
    .map((text) => {
      if (text.startsWith("`") && text.endsWith("`") && text.length > 2)
        return { kind: "copy", text: text.slice(1, -1) };
      return { kind: text.startsWith("https://") ? "link" : "text", text };
    });
}
