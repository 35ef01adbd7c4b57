import type { IParagraphStyleOptions, IStylesOptions } from "docx";
import {
  policyCode,
  policyListMore,
  policyQuote,
  policyRule,
  policyTitleBlock,
  readBlockStyle,
} from "../../reading/policy-file/word-styles.ts";

/** A style is known by its name; its id is the name without spaces. */
export function styleId(name: string): string {
  return name.replaceAll(/[^\w.-]/g, "");
}

const heading = (size: number) => ({
  run: { font: "Georgia", bold: true, size, color: "211D17" },
  paragraph: { spacing: { before: 240, after: 80 }, keepNext: true },
});

const own = (name: string, more: Partial<IParagraphStyleOptions> = {}): IParagraphStyleOptions => ({
  id: styleId(name),
  name,
  basedOn: "Normal",
  quickFormat: true,
  ...more,
});

const bar = { left: { style: "single", size: 18, color: "BFB8AA", space: 8 } } as const;

const looks: Readonly<Record<string, Partial<IParagraphStyleOptions>>> = {
  Statement: { paragraph: { border: bar, indent: { left: 200 } } },
  Table: { run: { size: 20 }, paragraph: { spacing: { before: 40, after: 40 } } },
  "Table Head": { run: { size: 20, bold: true }, paragraph: { spacing: { before: 40, after: 40 } } },
};

/** The styles of a policy's document, with those of its statements, facts and tables. */
export function wordStyles(blocks: ReadonlySet<string>): IStylesOptions {
  return {
    default: {
      document: { run: { font: "Georgia", size: 22 }, paragraph: { spacing: { after: 120, line: 288 } } },
      heading1: heading(30),
      heading2: heading(26),
      heading3: heading(23),
    },
    paragraphStyles: [
      own(policyTitleBlock, { paragraph: { spacing: { after: 20, line: 260 } } }),
      own(policyQuote, { run: { italics: false }, paragraph: { indent: { left: 360 }, border: bar } }),
      own(policyRule, { paragraph: { border: { bottom: { style: "single", size: 4, color: "BFB8AA", space: 1 } } } }),
      own(policyListMore, { paragraph: { indent: { left: 720 } } }),
      ...[...blocks].map((name) => own(name, looks[readBlockStyle(name)?.kind ?? ""])),
    ],
    characterStyles: [{ id: styleId(policyCode), name: policyCode, run: { font: "Consolas", size: 20 } }],
  };
}
